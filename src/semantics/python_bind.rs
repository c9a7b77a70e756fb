//! What binds names in Python: targets, parameters, functions, classes, imports.

use super::graph::*;
use super::lower::{Import, Lowering};
use super::python::{Kind, Python, fields};
use super::python_names;
use crate::source::NodeId;

impl Python {
    /// Declares every name in an assignment's target.
    pub(super) fn declare_target(&self, l: &mut Lowering, target: Option<NodeId>, at: NodeId) {
        let Some(target) = target else { return };
        let mut scope = l.scope(at);
        // `:=` in a comprehension binds outside it.
        if Kind::of(l.kind(at)) == Kind::NamedExpression {
            while let Scope { parent: Some(parent), body, class: None, .. } = l.graph.scopes[scope as usize]
                && body != scope
            {
                scope = parent;
            }
        }
        let tree = &l.source.tree;
        let end = tree.node(target).end;
        let mut id = target;
        while id < end {
            match Kind::of(tree.node(id).kind) {
                Kind::Identifier => {
                    l.graph.declare(scope, l.source.text_of(id));
                    id += 1;
                }
                // `a.b = …` and `a[b] = …` bind no name.
                Kind::Attribute | Kind::Subscript => id = tree.node(id).end,
                _ => id += 1,
            }
        }
    }

    /// Declares a function's parameters.
    pub(super) fn declare_parameters(&self, l: &mut Lowering, node: NodeId) {
        let scope = l.scope(node);
        let Some(func) = l.enclosing_function(node) else { return };
        let parameters: Vec<NodeId> = l.named(node).collect();
        for parameter in parameters {
            let kind = Kind::of(l.kind(parameter));
            let Some(name) = self.parameter_name(l, parameter) else { continue };
            let text = l.text(name);
            l.graph.declare(scope, text);
            let inner = if kind == Kind::TypedParameter {
                l.named(parameter).next().unwrap_or(parameter)
            } else {
                parameter
            };
            let inner = Kind::of(l.kind(inner));
            l.graph.funcs[func as usize].params.push(Param {
                name: text.into(),
                is_rest: inner == Kind::ListSplatPattern,
                is_keywords: inner == Kind::DictionarySplatPattern,
            });
        }
    }

    fn parameter_name(&self, l: &Lowering, parameter: NodeId) -> Option<NodeId> {
        match Kind::of(l.kind(parameter)) {
            Kind::Identifier => Some(parameter),
            Kind::DefaultParameter | Kind::TypedDefaultParameter => l.field(parameter, fields().name),
            Kind::TypedParameter | Kind::ListSplatPattern | Kind::DictionarySplatPattern => {
                let first = l.named(parameter).next()?;
                match Kind::of(l.kind(first)) {
                    Kind::Identifier => Some(first),
                    _ => l.named(first).next(),
                }
            }
            _ => None,
        }
    }

    /// `global x`: the name here is the module's variable.
    pub(super) fn declare_outer(&self, l: &mut Lowering, node: NodeId) {
        let scope = l.scope(node);
        let mut outer = scope;
        for _ in 0..512 {
            match l.graph.scopes[outer as usize].parent {
                Some(parent) => outer = parent,
                None => break,
            }
        }
        let names: Vec<&str> = l.named(node).map(|name| l.text(name)).collect();
        for name in names {
            let parent = l.graph.scopes[scope as usize].parent;
            let var = match parent.and_then(|parent| l.graph.lookup(parent, name)) {
                Some(var) => var,
                None => l.graph.declare(outer, name),
            };
            l.graph.scopes[scope as usize].names.insert(name.into(), var);
        }
    }

    /// Declares what a statement imports.
    pub(super) fn declare_imports(&self, l: &mut Lowering, node: NodeId) {
        let scope = l.scope(node);
        for import in l.imports_at(node) {
            match bound_name(import) {
                Some(name) => {
                    l.graph.declare(scope, name);
                }
                None => l.graph.scopes[scope as usize].add_star(&import.module),
            }
        }
    }

    /// Binds the names that a statement imports.
    pub(super) fn bind_imports(&self, l: &mut Lowering, node: NodeId) {
        for import in l.imports_at(node) {
            let Some(name) = bound_name(import) else { continue };
            let path = match (&import.binding, &import.alias) {
                (Some(binding), _) => format!("{}.{binding}", import.module),
                (None, Some(_)) => import.module.clone(),
                // `import a.b` binds `a`.
                (None, None) => name.to_string(),
            };
            let value = l.make(node, Op::Outside(python_names::canonical(path).into()));
            l.define(node, name, value, node);
        }
    }

    /// `x += y`
    pub(super) fn augmented(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let (Some(left), Some(right)) = (l.field(node, f.left), l.field(node, f.right)) else { return };
        let before = l.operand(left);
        let added = l.operand(right);
        let parts = vec![before, added];
        let path = l.field(node, f.operator).is_some_and(|operator| l.text(operator) == "/=");
        let value = l.make(node, if path { Op::Path(parts) } else { Op::Concat(parts) });
        self.assign(l, Some(left), value, node);
    }

    /// Carries an assignment out: names, attributes, elements, and patterns item by item.
    pub(super) fn assign(&self, l: &mut Lowering, target: Option<NodeId>, value: ValueId, statement: NodeId) {
        let mut open: Vec<(NodeId, ValueId)> = target.map(|target| (target, value)).into_iter().collect();
        while let Some((target, value)) = open.pop() {
            match Kind::of(l.kind(target)) {
                Kind::Identifier => l.define(target, l.text(target), value, statement),
                Kind::Attribute => {
                    let object = l.operand_or_unknown(l.field(target, fields().object), target);
                    let name = l.field(target, fields().attribute).map_or("", |name| l.text(name));
                    l.store(object, name, value);
                }
                Kind::Subscript => {
                    let object = l.operand_or_unknown(l.field(target, fields().value), target);
                    let key = l.field(target, fields().subscript).and_then(|key| l.value(key));
                    if let Some(Op::Text(name)) = key.map(|key| l.graph.op(key).clone()) {
                        l.store(object, &name, value);
                    }
                    l.put(object, value);
                    // What is set is not read: the place has no name for a pattern to ask for.
                    if let Some(object) = l.field(target, fields().value) {
                        l.forget(object);
                    }
                }
                Kind::PatternList
                | Kind::TuplePattern
                | Kind::ListPattern
                | Kind::Tuple
                | Kind::List
                | Kind::ExpressionList => {
                    let items: Vec<NodeId> = l.named(target).collect();
                    for (index, item) in items.into_iter().enumerate() {
                        let key = l.constant(item, &index.to_string());
                        let part = l.make(item, Op::Index(value, key));
                        open.push((item, part));
                    }
                }
                Kind::ListSplatPattern | Kind::AsPatternTarget | Kind::Parenthesized => {
                    open.extend(l.named(target).next().map(|inner| (inner, value)));
                }
                _ => {}
            }
        }
    }

    /// A function: its parameters, and its name.
    pub(super) fn function(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(func) = l.function_of(node) else { return };
        let is_lambda = Kind::of(l.kind(node)) == Kind::Lambda;
        let class = l.graph.scopes[l.scope(node) as usize].class;
        let has_self = class.is_some() && !is_lambda && !self.is_static(l, node);
        let entry = &mut l.graph.funcs[func as usize];
        entry.has_self = has_self;
        entry.class = class;
        if let Some(parameters) = l.field(node, f.parameters) {
            self.parameters(l, parameters, func, class.filter(|_| has_self));
        }
        if is_lambda {
            let body = l.operand_or_unknown(l.field(node, f.body), node);
            l.graph.funcs[func as usize].returns.push(body);
        }
        let mut value = l.set(node, Op::Function(func));
        // A property is what its method gives.
        let names = ["property", "cached_property", "functools.cached_property"];
        if class.is_some() && self.is_decorated(l, node, &names) {
            value = l.make(node, Op::Call(Call { callee: value, args: Vec::new() }.into()));
        }
        if let Some(name) = l.field(node, f.name) {
            let text = l.text(name);
            if let Some(var) = l.graph.lookup(l.scope(node), text) {
                l.define_var(var, value, node, name);
            }
        }
    }

    fn is_static(&self, l: &Lowering, node: NodeId) -> bool {
        self.is_decorated(l, node, &["staticmethod"])
    }

    fn is_decorated(&self, l: &Lowering, node: NodeId, names: &[&str]) -> bool {
        let parent = l.source.tree.node(node).parent;
        if parent == crate::source::NONE || Kind::of(l.kind(parent)) != Kind::DecoratedDefinition {
            return false;
        }
        l.named(parent).any(|child| {
            Kind::of(l.kind(child)) == Kind::Decorator
                && names.contains(&l.text(child).trim_start_matches('@').trim())
        })
    }

    fn parameters(&self, l: &mut Lowering, list: NodeId, func: FuncId, class: Option<ClassId>) {
        let f = fields();
        let nodes: Vec<NodeId> = l.named(list).collect();
        let mut index = 0;
        for parameter in nodes {
            let Some(name) = self.parameter_name(l, parameter) else { continue };
            let text = l.text(name);
            let op = match class {
                Some(class) if index == 0 => Op::Instance(class),
                _ => Op::Param(func, index),
            };
            let mut value = l.make(name, op);
            let mut choices = vec![value];
            if let Some(default) = l.field(parameter, f.value) {
                choices.push(l.operand(default));
            }
            if let Some(annotated) = self.annotated(l, parameter) {
                choices.push(annotated);
            }
            if choices.len() > 1 {
                value = l.make(name, Op::Choice(choices));
            }
            l.define(name, text, value, name);
            index += 1;
        }
    }

    /// What an annotation says a parameter or a variable is: an object of that class, or of one of
    /// several (`Optional[Client]`, `"Client | None"`, `Annotated[Client, …]`).
    pub(super) fn annotated(&self, l: &mut Lowering, node: NodeId) -> Option<ValueId> {
        let annotation = l.named(node).find(|&child| Kind::of(l.kind(child)) == Kind::Type)?;
        let mut objects = Vec::new();
        for class in annotated_classes(l.text(annotation)) {
            let mut parts = class.split('.');
            let first = parts.next()?;
            let found = l.graph.lookup(l.scope(node), first);
            let mut callee = match found {
                Some(var) => l.make(annotation, Op::Use(var)),
                None => l.make(annotation, Op::Free(first.into())),
            };
            for part in parts {
                callee = l.make(annotation, Op::Member(callee, part.into()));
            }
            objects.push(l.make(annotation, Op::Call(Call { callee, args: Vec::new() }.into())));
        }
        match objects.as_slice() {
            [] => None,
            [only] => Some(*only),
            _ => Some(l.make(annotation, Op::Choice(objects))),
        }
    }

    /// A class: what it derives from, and its name.
    pub(super) fn class(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(class) = l.class_of(node) else { return };
        if let Some(bases) = l.field(node, f.superclasses) {
            let bases: Vec<NodeId> =
                l.named(bases).filter(|&base| Kind::of(l.kind(base)) != Kind::KeywordArgument).collect();
            let bases = bases.into_iter().map(|base| l.operand(base)).collect();
            l.graph.classes[class as usize].bases = bases;
        }
        let value = l.set(node, Op::Class(class));
        if let Some(name) = l.field(node, f.name) {
            let text = l.text(name);
            if let Some(var) = l.graph.lookup(l.scope(node), text) {
                l.define_var(var, value, node, name);
            }
        }
    }
}

/// The classes that an annotation names, but for those that only wrap one. What a container holds is
/// not what it is.
fn annotated_classes(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        let text = text.trim().trim_matches(['"', '\'']).trim();
        let (name, inner) = match text.split_once('[') {
            Some((name, rest)) => (name.trim(), rest.strip_suffix(']')),
            None => (text, None),
        };
        let last = name.rsplit('.').next().unwrap_or(name);
        match inner {
            _ if open.len() + out.len() > 8 => break,
            Some(inner) if matches!(last, "Optional" | "ClassVar" | "Final" | "Required") => open.push(inner),
            Some(inner) if last == "Annotated" => open.extend(inner.split(',').next()),
            Some(inner) if last == "Union" && !inner.contains('[') => open.extend(inner.split(',')),
            _ if text.contains('|') && !text.contains('[') => open.extend(text.split('|')),
            None if is_class_name(name, last) => out.push(name),
            _ => {}
        }
    }
    out
}

fn is_class_name(name: &str, last: &str) -> bool {
    let is_dotted = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    last.starts_with(|c: char| c.is_uppercase()) && last != "None" && name.chars().all(is_dotted)
}

/// The name an import binds, `None` for a star.
fn bound_name(import: &Import) -> Option<&str> {
    match (&import.alias, &import.binding) {
        (Some(alias), _) => Some(alias),
        (None, Some(binding)) if binding == "*" => None,
        (None, Some(binding)) => Some(binding),
        (None, None) => import.module.split('.').next(),
    }
}

/// The file that an object writes into what it is told: `GzipFile(fileobj=buffer)`, `ZipFile(buffer, "w")`.
pub fn written_through(l: &Lowering, call: &Call) -> Option<ValueId> {
    let (Op::Member(_, name) | Op::Free(name)) = l.graph.op(call.callee) else { return None };
    let is_archive =
        ["ZipFile", "GzipFile", "TarFile", "BZ2File", "LZMAFile"].iter().any(|end| name.ends_with(end));
    let first = || call.positional(0).filter(|_| is_archive);
    let buffer = call.keyword("fileobj").or_else(first)?;
    matches!(l.graph.op(buffer), Op::Use(_)).then_some(buffer)
}
