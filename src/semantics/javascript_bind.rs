//! What binds names in JavaScript: declarations, patterns, parameters, functions, classes,
//! imports.

use super::graph::*;
use super::javascript::{EcmaScript, Kind};
use super::javascript_names;
use super::lower::{Import, Lowering};
use crate::source::{NONE, NodeId};

impl EcmaScript {
    /// Declares what a node binds.
    pub(super) fn declare_names(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        match self.kind(l, node) {
            // Said to be there, not made.
            Kind::VariableDeclarator | Kind::ClassDeclaration | Kind::Namespace | Kind::Module
                if self.is_ambient(l, node) => {}
            Kind::VariableDeclarator => {
                let scope = l.scope(node);
                let is_var = self.parent_kind(l, node) == Kind::VariableDeclaration;
                let scope = if is_var { l.graph.scopes[scope as usize].body } else { scope };
                self.declare_target(l, l.field(node, f.name), |l, name| {
                    l.graph.declare(scope, name);
                });
            }
            Kind::FunctionDeclaration
            | Kind::GeneratorFunctionDeclaration
            | Kind::ClassDeclaration
            | Kind::AbstractClass
            | Kind::Enum => {
                let scope = l.scope(node);
                if let Some(name) = l.field(node, f.name) {
                    l.graph.declare(scope, l.text(name));
                }
            }
            Kind::FormalParameters => self.declare_parameters(l, node),
            Kind::Identifier | Kind::ObjectPattern | Kind::ArrayPattern => self.declare_head(l, node),
            Kind::AssignmentExpression | Kind::AugmentedAssignment => {
                let left = l.field(node, f.left);
                self.declare_target(l, left, |l, name| self.declare_global(l, node, name));
                // `exports.send = …`: what is set on a global object is found there again.
                let object = left.and_then(|left| l.field(left, f.object));
                if let Some(object) = object.filter(|&object| self.kind(l, object) == Kind::Identifier) {
                    self.declare_global(l, node, l.text(object));
                }
            }
            Kind::Namespace | Kind::Module | Kind::EnumAssignment | Kind::ImportAlias => {
                self.declare_own(l, node)
            }
            Kind::MethodDefinition | Kind::FieldDefinition | Kind::PublicField
                if self.parent_kind(l, node) == Kind::ClassBody =>
            {
                let scope = l.scope(node);
                let name = l.field(node, f.name).or_else(|| l.field(node, f.property));
                if let Some(name) = name {
                    l.graph.declare(scope, l.text(name).trim_matches(['"', '\'']));
                }
            }
            Kind::ImportStatement => {
                let scope = l.scope(node);
                for name in l.imports_at(node).iter().filter_map(bound_name) {
                    l.graph.declare(scope, name);
                }
            }
            _ => {}
        }
    }

    /// Every name in a target, to `declare`.
    fn declare_target(
        &self,
        l: &mut Lowering,
        target: Option<NodeId>,
        declare: impl Fn(&mut Lowering, &str),
    ) {
        let Some(target) = target else { return };
        let f = self.fields();
        let tree = &l.source.tree;
        let end = tree.node(target).end;
        let mut id = target;
        while id < end {
            let entry = tree.node(id);
            let is_inner = id != target;
            match self.kind(l, id) {
                // Defaults and computed keys bind nothing.
                _ if is_inner && (entry.field == f.right || entry.field == f.key) => id = entry.end,
                Kind::Identifier | Kind::ShorthandPattern => {
                    declare(l, l.text(id));
                    id += 1;
                }
                // `a.b = …` and `a[b] = …` bind no name.
                Kind::MemberExpression | Kind::SubscriptExpression => id = entry.end,
                _ => id += 1,
            }
        }
    }

    /// A name assigned but declared nowhere is the program's; it may be a global one that is
    /// there already.
    fn declare_global(&self, l: &mut Lowering, node: NodeId, name: &str) {
        let scope = l.scope(node);
        if l.graph.lookup(scope, name).is_some() {
            return;
        }
        let mut outer = scope;
        for _ in 0..512 {
            match l.graph.scopes[outer as usize].parent {
                Some(parent) => outer = parent,
                None => break,
            }
        }
        let var = l.graph.declare(outer, name);
        let free = l.make(node, Op::Free(name.into()));
        l.define_first(var, free);
    }

    /// The one parameter of an arrow, a caught error, what a loop's head declares.
    fn declare_head(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let entry = *l.source.tree.node(node);
        if entry.field == 0 || entry.parent == NONE {
            return;
        }
        let scope = l.scope(node);
        if entry.field == f.parameter {
            self.declare_target(l, Some(node), |l, name| {
                l.graph.declare(scope, name);
            });
            if self.kind(l, entry.parent) == Kind::ArrowFunction {
                self.add_parameter(l, node, node);
            }
        } else if entry.field == f.left && self.kind(l, entry.parent) == Kind::ForInStatement {
            let Some(keyword) = l.field(entry.parent, f.kind) else { return };
            let scope = if l.text(keyword) == "var" { l.graph.scopes[scope as usize].body } else { scope };
            self.declare_target(l, Some(node), |l, name| {
                l.graph.declare(scope, name);
            });
        }
    }

    fn declare_parameters(&self, l: &mut Lowering, list: NodeId) {
        let f = self.fields();
        let scope = l.scope(list);
        let function = l.source.tree.node(list).parent;
        let kind = if function == NONE { Kind::Other } else { self.kind(l, function) };
        if kind != Kind::ArrowFunction {
            l.graph.declare(scope, "this");
        }
        // A function expression's own name is known to its code alone.
        if matches!(kind, Kind::FunctionExpression | Kind::GeneratorFunction)
            && let Some(name) = l.field(function, f.name)
        {
            l.graph.declare(scope, l.text(name));
        }
        for parameter in l.named(list) {
            let Some(target) = self.parameter_target(l, parameter) else { continue };
            self.declare_target(l, Some(target), |l, name| {
                l.graph.declare(scope, name);
            });
            self.add_parameter(l, list, target);
        }
    }

    /// Adds a parameter to the function that `at` stands in; nodes after `at` have no scope yet.
    fn add_parameter(&self, l: &mut Lowering, at: NodeId, parameter: NodeId) {
        let Some(func) = l.enclosing_function(at) else { return };
        let name = match self.kind(l, parameter) {
            Kind::Identifier => l.text(parameter),
            _ => "",
        };
        let is_rest = self.kind(l, parameter) == Kind::RestPattern;
        l.graph.funcs[func as usize].params.push(Param { name: name.into(), is_rest, is_keywords: false });
    }

    /// Carries an assignment out: names, attributes, elements, and patterns item by item.
    pub(super) fn assign(&self, l: &mut Lowering, target: NodeId, value: ValueId, statement: NodeId) {
        let f = self.fields();
        let mut open = vec![(target, value)];
        while let Some((target, value)) = open.pop() {
            match self.kind(l, target) {
                Kind::Identifier => l.define(target, l.text(target), value, statement),
                Kind::ShorthandPattern => {
                    let name = l.text(target);
                    let part = l.set(target, Op::Member(value, name.into()));
                    l.define(target, name, part, statement);
                }
                Kind::PairPattern => {
                    let part = self.taken_by_key(l, target, value);
                    l.alias(target, part);
                    open.extend(l.field(target, f.value).map(|inner| (inner, part)));
                }
                Kind::ObjectAssignmentPattern | Kind::AssignmentPattern => {
                    let left = l.field(target, f.left);
                    let default = l.operand_or_unknown(l.field(target, f.right), target);
                    let is_name = left.is_some_and(|left| self.kind(l, left) == Kind::ShorthandPattern);
                    let taken = match left.filter(|_| is_name) {
                        Some(left) => {
                            let part = l.set(left, Op::Member(value, l.text(left).into()));
                            l.set(target, Op::Choice(vec![part, default]))
                        }
                        None => l.set(target, Op::Choice(vec![value, default])),
                    };
                    match left {
                        Some(left) if is_name => l.define(left, l.text(left), taken, statement),
                        Some(left) => open.push((left, taken)),
                        None => {}
                    }
                }
                Kind::ObjectPattern | Kind::Object => {
                    l.alias(target, value);
                    open.extend(l.named(target).map(|item| (item, value)));
                }
                Kind::ArrayPattern | Kind::Array => {
                    let mut index = 0;
                    for item in l.source.tree.children(target) {
                        let entry = l.source.tree.node(item);
                        if !entry.named {
                            index += usize::from(l.text(item) == ",");
                            continue;
                        }
                        let is_rest = self.kind(l, item) == Kind::RestPattern;
                        let key = l.constant(item, &index.to_string());
                        let part = match (is_rest, index) {
                            (true, 0) => value,
                            // `[first, ...others]`
                            (true, _) => {
                                let callee = l.make(item, Op::Member(value, "slice".into()));
                                l.make(item, Op::Call(Call { callee, args: vec![Arg::plain(key)] }.into()))
                            }
                            (false, _) => l.make(item, Op::Index(value, key)),
                        };
                        open.push((item, part));
                    }
                }
                Kind::RestPattern | Kind::Parenthesized => {
                    open.extend(l.named(target).next().map(|inner| (inner, value)));
                }
                Kind::MemberExpression => {
                    let object = l.operand_or_unknown(l.field(target, f.object), target);
                    let name = l.field(target, f.property).map_or("", |name| l.text(name));
                    l.store(object, name, value);
                    self.put_in_owner(l, object, value);
                }
                Kind::SubscriptExpression => {
                    let object = l.operand_or_unknown(l.field(target, f.object), target);
                    let key = l.field(target, f.index).and_then(|key| l.value(key));
                    match key.and_then(|key| self.text_of(l, key)) {
                        Some(name) => l.store(object, &name, value),
                        None => l.put(object, value),
                    }
                    self.put_in_owner(l, object, value);
                }
                _ => {}
            }
        }
    }

    /// A target that is written or deleted is not read: neither it nor its name may look like it.
    pub(super) fn not_read(&self, l: &mut Lowering, target: NodeId) {
        let f = self.fields();
        if matches!(self.kind(l, target), Kind::MemberExpression | Kind::SubscriptExpression) {
            l.set(target, Op::Unknown(Vec::new()));
            if let Some(name) = l.field(target, f.property).or_else(|| l.field(target, f.index)) {
                l.set(name, Op::Unknown(Vec::new()));
            }
        }
    }

    /// `{ key: target }`: what is taken out.
    fn taken_by_key(&self, l: &mut Lowering, pair: NodeId, value: ValueId) -> ValueId {
        let key_node = l.field(pair, self.fields().key);
        let key = l.operand_or_unknown(key_node, pair);
        match self.text_of(l, key) {
            Some(name) => l.make(pair, Op::Member(value, name)),
            None => l.make(pair, Op::Index(value, key)),
        }
    }

    /// `options.headers.x = v`: it is in the options too. Not so for `this`, which holds
    /// everything a program has.
    fn put_in_owner(&self, l: &mut Lowering, object: ValueId, value: ValueId) {
        let mut at = object;
        for _ in 0..16 {
            match *l.graph.op(at) {
                Op::Member(base, _) | Op::Index(base, _) => at = base,
                Op::Use(var) if at != object && &*l.graph.vars[var as usize].name != "this" => {
                    l.graph.vars[var as usize].contents.push(value);
                    return;
                }
                _ => return,
            }
        }
    }

    pub(super) fn augmented(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let (Some(left), Some(right)) = (l.field(node, f.left), l.field(node, f.right)) else { return };
        let before = l.operand(left);
        let added = l.operand(right);
        let parts = vec![before, added];
        let op = match l.field(node, f.operator).map_or("", |operator| l.text(operator)) {
            "+=" => Op::Concat(parts),
            "||=" | "??=" | "&&=" => Op::Choice(parts),
            _ => Op::Unknown(parts),
        };
        let value = l.set(node, op);
        self.assign(l, left, value, node);
    }

    /// `for (const x of y)` and `for (const key in y)`.
    pub(super) fn iterate(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let iterated = l.operand_or_unknown(l.field(node, f.right), node);
        let gives_keys = l.field(node, f.operator).is_some_and(|operator| l.text(operator) == "in");
        let element = if gives_keys {
            let object = l.make(node, Op::Free("Object".into()));
            let callee = l.make(node, Op::Member(object, "keys".into()));
            let args = vec![Arg::plain(iterated)];
            Op::Element(l.make(node, Op::Call(Call { callee, args }.into())))
        } else {
            Op::Element(iterated)
        };
        let element = l.make(node, element);
        if let Some(left) = l.field(node, f.left) {
            self.assign(l, left, element, left);
        }
    }

    /// What a function returns or yields.
    pub(super) fn give(&self, l: &mut Lowering, node: NodeId) {
        let Some(inner) = l.named(node).next() else { return };
        let value = l.operand(inner);
        if let Some(func) = l.enclosing_function(node) {
            l.graph.funcs[func as usize].returns.push(value);
        }
    }

    pub(super) fn function(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let Some(func) = l.function_of(node) else { return };
        let kind = self.kind(l, node);
        let is_member = kind == Kind::MethodDefinition && self.parent_kind(l, node) == Kind::ClassBody;
        let class = if is_member { l.graph.scopes[l.scope(node) as usize].class } else { None };
        l.graph.funcs[func as usize].class = class;
        self.parameters(l, node, func);
        if kind == Kind::ArrowFunction
            && let Some(body) = l.field(node, f.body)
            && self.kind(l, body) != Kind::StatementBlock
        {
            let body = l.operand(body);
            l.graph.funcs[func as usize].returns.push(body);
        }
        let value = l.set(node, Op::Function(func));
        let name = l.field(node, f.name);
        match (kind, name) {
            (Kind::FunctionDeclaration | Kind::GeneratorFunctionDeclaration, Some(name)) => {
                if let Some(var) = l.graph.lookup(l.scope(node), l.text(name)) {
                    l.define_first(var, value);
                }
            }
            (Kind::FunctionExpression | Kind::GeneratorFunction, Some(name)) => {
                if let Some(var) = l.graph.lookup(l.scope(name), l.text(name)) {
                    l.define_first(var, value);
                }
            }
            (Kind::MethodDefinition, Some(name)) if is_member => self.method(l, node, name, value, class),
            _ => {}
        }
    }

    fn parameters(&self, l: &mut Lowering, function: NodeId, func: FuncId) {
        let f = self.fields();
        let nodes: Vec<NodeId> = match (l.field(function, f.parameters), l.field(function, f.parameter)) {
            (Some(list), _) => l.named(list).collect(),
            (None, single) => single.into_iter().collect(),
        };
        let class = l.graph.funcs[func as usize].class;
        let targets = nodes.into_iter().filter_map(|node| Some((node, self.parameter_target(l, node)?)));
        for (index, (whole, parameter)) in targets.collect::<Vec<_>>().into_iter().enumerate() {
            let mut value = l.make(parameter, Op::Param(func, index as u32));
            // Bundlers hand each module its `require`.
            if self.kind(l, parameter) == Kind::Identifier && l.text(parameter) == "require" {
                let free = l.make(parameter, Op::Free("require".into()));
                value = l.make(parameter, Op::Choice(vec![value, free]));
            }
            if whole != parameter {
                value = self.typed_parameter(l, (whole, parameter), value, class);
            }
            self.assign(l, parameter, value, parameter);
        }
    }

    fn method(
        &self,
        l: &mut Lowering,
        node: NodeId,
        name: NodeId,
        function: ValueId,
        class: Option<ClassId>,
    ) {
        if let Some(class) = class {
            let this = l.make(node, Op::Instance(class));
            self.own_this(l, node, this);
        }
        if self.has_token(l, node, "set") {
            return;
        }
        let mut value = function;
        if self.is_getter(l, node) {
            value = l.make(node, Op::Call(Call { callee: function, args: Vec::new() }.into()));
        }
        self.define_member(l, node, name, value);
    }

    pub(super) fn class_field(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        if let (Some(name), Some(value)) =
            (l.field(node, f.property).or(l.field(node, f.name)), l.field(node, f.value))
        {
            let value = l.operand(value);
            self.define_member(l, node, name, value);
        }
    }

    fn define_member(&self, l: &mut Lowering, node: NodeId, name: NodeId, value: ValueId) {
        let Some(key) = l.value(name).and_then(|key| self.text_of(l, key)) else { return };
        let scope = l.scope(node);
        let var = l.graph.declare(scope, &key);
        l.define_var(var, value, node, name);
    }

    /// Tells a method's code what its `this` is.
    pub(super) fn own_this(&self, l: &mut Lowering, method: NodeId, this: ValueId) {
        let Some(list) = l.field(method, self.fields().parameters) else { return };
        let scope = l.scope(list);
        if self.kind(l, method) != Kind::ArrowFunction
            && let Some(&var) = l.graph.scopes[scope as usize].names.get("this")
        {
            l.define_first(var, this);
        }
    }

    pub(super) fn is_getter(&self, l: &Lowering, method: NodeId) -> bool {
        self.has_token(l, method, "get")
    }

    /// Whether a method has a keyword before its name.
    fn has_token(&self, l: &Lowering, method: NodeId, token: &str) -> bool {
        let tree = &l.source.tree;
        let name = self.fields().name;
        let tokens = tree.children(method).take_while(|&child| tree.node(child).field != name);
        let mut words = tokens.flat_map(|child| l.text(child).split_whitespace());
        words.any(|word| word == token)
    }

    pub(super) fn class(&self, l: &mut Lowering, node: NodeId) {
        let Some(class) = l.class_of(node) else { return };
        let heritage = l.named(node).find(|&child| self.kind(l, child) == Kind::ClassHeritage);
        if let Some(base) = heritage.and_then(|heritage| l.named(heritage).next()) {
            let base = l.operand(base);
            l.graph.classes[class as usize].bases = vec![base];
            let scope = l.graph.classes[class as usize].scope;
            if let Some(&var) = l.graph.scopes[scope as usize].names.get("super") {
                l.define_first(var, base);
            }
        }
        let value = l.set(node, Op::Class(class));
        if self.kind(l, node) != Kind::Class
            && let Some(name) = l.field(node, self.fields().name)
            && let Some(var) = l.graph.lookup(l.scope(node), l.text(name))
        {
            l.define_var(var, value, node, name);
        }
    }

    pub(super) fn bind_imports(&self, l: &mut Lowering, node: NodeId) {
        let scope = l.scope(node);
        for import in l.imports_at(node) {
            let Some(name) = bound_name(import) else { continue };
            let path = match &import.binding {
                Some(binding) => format!("{}.{}", import.module, binding.trim_matches(['"', '\''])),
                None => import.module.clone(),
            };
            let mut value = l.make(node, Op::Outside(javascript_names::canonical(path).into()));
            // What a data file holds is read by the statement.
            if import.module.ends_with(".json") {
                let read = l.operand(node);
                value = l.make(node, Op::Choice(vec![value, read]));
            }
            if let Some(var) = l.graph.lookup(scope, name) {
                l.define_first(var, value);
            }
        }
    }
}

/// The name an import binds; one for its effects binds none.
fn bound_name(import: &Import) -> Option<&str> {
    import.alias.as_deref().or(import.binding.as_deref())
}
