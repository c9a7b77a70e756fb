//! Python: its tree as values, and how its names and constants are spelled.

use super::eval::{Eval, Thing};
use super::grammar::grammar;
use super::graph::*;
use super::lower::{Frame, Import, Lower, Lowering};
use super::{PACK, Semantics, python_values};
use crate::language::Language;
use crate::source::{NodeId, Source};

/// Python.
pub struct Python;

grammar! {
    Language::Python,
    kinds {
        Assignment "assignment", AugmentedAssignment "augmented_assignment", Call "call",
        Attribute "attribute", Subscript "subscript", Slice "slice", Identifier "identifier",
        String "string", StringContent "string_content", EscapeSequence "escape_sequence",
        Interpolation "interpolation", ConcatenatedString "concatenated_string",
        Integer "integer", Float "float", BinaryOperator "binary_operator",
        BooleanOperator "boolean_operator", ConditionalExpression "conditional_expression",
        Parenthesized "parenthesized_expression", Await "await", NamedExpression "named_expression",
        Lambda "lambda", FunctionDefinition "function_definition", ClassDefinition "class_definition",
        ForStatement "for_statement", WhileStatement "while_statement", ForInClause "for_in_clause",
        ListComprehension "list_comprehension", SetComprehension "set_comprehension",
        DictionaryComprehension "dictionary_comprehension", GeneratorExpression "generator_expression",
        IfStatement "if_statement", Block "block", ElifClause "elif_clause", ElseClause "else_clause",
        ExceptClause "except_clause", CaseClause "case_clause", AsPattern "as_pattern",
        AsPatternTarget "as_pattern_target", ReturnStatement "return_statement", Yield "yield",
        List "list", Tuple "tuple", Set "set", Dictionary "dictionary", Pair "pair",
        DictionarySplat "dictionary_splat", ListSplat "list_splat", ExpressionList "expression_list",
        PatternList "pattern_list", TuplePattern "tuple_pattern", ListPattern "list_pattern",
        ListSplatPattern "list_splat_pattern", DictionarySplatPattern "dictionary_splat_pattern",
        DefaultParameter "default_parameter", TypedParameter "typed_parameter",
        TypedDefaultParameter "typed_default_parameter", Parameters "parameters",
        LambdaParameters "lambda_parameters", GlobalStatement "global_statement",
        NonlocalStatement "nonlocal_statement", KeywordArgument "keyword_argument", Type "type",
        ArgumentList "argument_list", UnaryOperator "unary_operator",
        DecoratedDefinition "decorated_definition", Decorator "decorator",
        ComparisonOperator "comparison_operator", NotOperator "not_operator",
    }
    fields {
        left, right, function, arguments, object, attribute, value, subscript, name, body,
        parameters, superclasses, alias, key, operator, consequence, expression,
    }
}

const PATH_TO_PATH: &[&str] = &[
    "home",
    "cwd",
    "joinpath",
    "resolve",
    "expanduser",
    "absolute",
    "parent",
    "parents",
    "with_name",
    "with_suffix",
    "with_stem",
    "glob",
    "rglob",
    "iterdir",
    "relative_to",
    "rename",
    "replace",
];

impl Semantics for Python {
    fn lower(
        &self,
        graph: &mut Graph,
        source: &Source,
        parent: Option<ScopeId>,
        imports: &[Import],
    ) -> ScopeId {
        Lowering::run(graph, source, parent, imports, self)
    }

    fn canonical(&self, name: String) -> String {
        let mut name = name.replace(".__dict__.", ".").replace(".__getattribute__.", ".");
        for prefix in ["builtins.", "__builtins__.", "globals.", "sys.modules."] {
            if let Some(rest) = name.strip_prefix(prefix)
                && !rest.is_empty()
            {
                name = rest.to_string();
            }
        }
        // What a path gives by these is a path again.
        if let Some(rest) = name.strip_prefix("pathlib.Path.") {
            let mut rest = rest;
            while let Some((first, after)) = rest.split_once('.') {
                if !PATH_TO_PATH.contains(&first) {
                    break;
                }
                rest = after;
            }
            name = format!("pathlib.Path.{rest}");
        }
        // `six.moves` and the vendored copies of pip are the modules they stand for.
        for prefix in ["six.moves.", "pip._vendor."] {
            if let Some(rest) = name.strip_prefix(prefix) {
                name = rest.to_string();
            }
        }
        name
    }

    fn path_name(&self) -> Option<&'static str> {
        Some("pathlib.Path()")
    }

    fn constant(&self, name: &str) -> Option<String> {
        python_values::constant(name)
    }

    fn call_things(&self, eval: &mut Eval<'_>, call: &Call, callees: &[Thing]) -> Option<Vec<Thing>> {
        for callee in callees {
            let Thing::Named(name) = callee else { continue };
            match &**name {
                "getattr" | "operator.attrgetter" => {
                    let object = call.positional(0)?;
                    let attribute = eval.values(call.positional(1)?);
                    let mut out = Vec::new();
                    for attribute in attribute.iter() {
                        eval.member_things(object, object, attribute, &mut out);
                    }
                    return Some(out);
                }
                "__import__" | "importlib.import_module" | "importlib.__import__" => {
                    let module = eval.constant(call.positional(0)?)?;
                    return Some(vec![Thing::Named(self.canonical(module.to_string()).into())]);
                }
                "functools.partial" | "functools.wraps" | "staticmethod" | "classmethod" | "property"
                | "asyncio.run" | "typing.cast" => {
                    let index = usize::from(&**name == "typing.cast");
                    return Some(eval.things(call.positional(index)?).to_vec());
                }
                _ => {}
            }
        }
        None
    }

    fn call_values(&self, eval: &mut Eval<'_>, call: &Call, names: &[&str]) -> Option<Vec<String>> {
        python_values::call(eval, call, names)
    }
}

impl Lower for Python {
    fn frame(&self, lowering: &Lowering, node: NodeId) -> Frame {
        match Kind::of(lowering.kind(node)) {
            Kind::FunctionDefinition | Kind::Lambda => Frame::Function,
            Kind::ClassDefinition => Frame::Class,
            Kind::ForStatement
            | Kind::WhileStatement
            | Kind::ListComprehension
            | Kind::SetComprehension
            | Kind::DictionaryComprehension
            | Kind::GeneratorExpression => Frame::Loop,
            Kind::ElifClause | Kind::ElseClause | Kind::ExceptClause | Kind::CaseClause => Frame::Branch,
            Kind::Block if lowering.source.tree.node(node).field == fields().consequence => Frame::Branch,
            _ => Frame::Plain,
        }
    }

    fn declare(&self, lowering: &mut Lowering, node: NodeId) {
        let f = fields();
        match Kind::of(lowering.kind(node)) {
            Kind::Assignment | Kind::AugmentedAssignment | Kind::ForStatement | Kind::ForInClause => {
                self.declare_target(lowering, lowering.field(node, f.left), node);
            }
            Kind::NamedExpression => self.declare_target(lowering, lowering.field(node, f.name), node),
            Kind::AsPattern => self.declare_target(lowering, lowering.field(node, f.alias), node),
            Kind::FunctionDefinition | Kind::ClassDefinition => {
                self.declare_target(lowering, lowering.field(node, f.name), node);
            }
            Kind::Parameters | Kind::LambdaParameters => self.declare_parameters(lowering, node),
            Kind::GlobalStatement | Kind::NonlocalStatement => self.declare_outer(lowering, node),
            _ => {}
        }
        self.declare_imports(lowering, node);
    }

    fn value(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        match Kind::of(l.kind(node)) {
            Kind::Identifier => self.identifier(l, node),
            Kind::String => self.string(l, node),
            Kind::ConcatenatedString => {
                let parts = self.children(l, node);
                l.set(node, Op::Concat(parts));
            }
            Kind::StringContent | Kind::EscapeSequence => {}
            Kind::Integer | Kind::Float => {
                let text = l.text(node);
                l.set(node, Op::Text(text.into()));
            }
            Kind::Attribute => {
                let object = l.operand_or_unknown(l.field(node, f.object), node);
                let name = l.field(node, f.attribute).map_or("", |name| l.text(name));
                l.set(node, Op::Member(object, name.into()));
            }
            Kind::Subscript => self.subscript(l, node),
            Kind::Call => self.call(l, node),
            Kind::BinaryOperator => self.binary(l, node),
            Kind::BooleanOperator => {
                let parts = self.children(l, node);
                l.set(node, Op::Choice(parts));
            }
            Kind::ConditionalExpression => {
                let parts: Vec<NodeId> = l.named(node).collect();
                let choices = [parts.first(), parts.get(2)]
                    .into_iter()
                    .flatten()
                    .map(|&part| l.operand(part))
                    .collect();
                l.set(node, Op::Choice(choices));
            }
            Kind::Parenthesized | Kind::Await | Kind::Interpolation | Kind::Type | Kind::AsPatternTarget => {
                let first = l.named(node).next();
                if let Some(value) = first.and_then(|first| l.value(first)) {
                    l.alias(node, value);
                }
            }
            Kind::ListSplat | Kind::DictionarySplat => {
                let parts = self.children(l, node);
                l.set(node, Op::Unknown(parts));
            }
            Kind::List | Kind::Tuple | Kind::Set | Kind::ExpressionList => {
                let items = self.children(l, node);
                l.set(node, Op::List(items));
            }
            Kind::Dictionary => self.dictionary(l, node),
            Kind::ListComprehension | Kind::SetComprehension | Kind::GeneratorExpression => {
                let body = l.operand_or_unknown(l.field(node, f.body), node);
                l.set(node, Op::List(vec![body]));
            }
            Kind::DictionaryComprehension => {
                let pair = l.field(node, f.body);
                let parts = pair.map(|pair| self.children(l, pair)).unwrap_or_default();
                l.set(node, Op::Object(parts.into_iter().map(|part| (None, part)).collect()));
            }
            Kind::Assignment => {
                if let Some(right) = l.field(node, f.right) {
                    let value = l.operand(right);
                    self.assign(l, l.field(node, f.left), value, node);
                    l.alias(node, value);
                }
            }
            Kind::AugmentedAssignment => self.augmented(l, node),
            Kind::NamedExpression => {
                let value = l.operand_or_unknown(l.field(node, f.value), node);
                self.assign(l, l.field(node, f.name), value, node);
                l.alias(node, value);
            }
            Kind::ForStatement | Kind::ForInClause => {
                let iterated = l.operand_or_unknown(l.field(node, f.right), node);
                let element = l.make(node, Op::Element(iterated));
                let left = l.field(node, f.left);
                self.assign(l, left, element, left.unwrap_or(node));
            }
            Kind::AsPattern => {
                let first = l.named(node).next();
                let value = l.operand_or_unknown(first, node);
                self.assign(l, l.field(node, f.alias), value, node);
                l.alias(node, value);
            }
            Kind::ReturnStatement | Kind::Yield => {
                let parts = self.children(l, node);
                if let (Some(func), Some(&value)) = (l.enclosing_function(node), parts.first()) {
                    l.graph.funcs[func as usize].returns.push(value);
                }
            }
            Kind::FunctionDefinition | Kind::Lambda => self.function(l, node),
            Kind::ClassDefinition => self.class(l, node),
            Kind::DecoratedDefinition => {}
            Kind::ComparisonOperator | Kind::NotOperator | Kind::UnaryOperator | Kind::Slice => {
                let parts = self.children(l, node);
                l.set(node, Op::Unknown(parts));
            }
            _ => {}
        }
        self.bind_imports(l, node);
    }
}

impl Python {
    fn children(&self, l: &mut Lowering, node: NodeId) -> Vec<ValueId> {
        l.named(node).map(|child| l.operand(child)).collect()
    }

    /// Declares every name in an assignment's target.
    fn declare_target(&self, l: &mut Lowering, target: Option<NodeId>, at: NodeId) {
        let Some(target) = target else { return };
        let scope = l.scope(at);
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

    fn declare_parameters(&self, l: &mut Lowering, node: NodeId) {
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
    fn declare_outer(&self, l: &mut Lowering, node: NodeId) {
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

    fn declare_imports(&self, l: &mut Lowering, node: NodeId) {
        let scope = l.scope(node);
        for import in l.imports.iter().filter(|import| import.node == node) {
            match bound_name(import) {
                Some(name) => {
                    l.graph.declare(scope, name);
                }
                None => l.graph.scopes[scope as usize].stars.push(import.module.as_str().into()),
            }
        }
    }

    fn bind_imports(&self, l: &mut Lowering, node: NodeId) {
        for import in l.imports.iter().filter(|import| import.node == node) {
            let Some(name) = bound_name(import) else { continue };
            let path = match (&import.binding, &import.alias) {
                (Some(binding), _) => format!("{}.{binding}", import.module),
                (None, Some(_)) => import.module.clone(),
                // `import a.b` binds `a`.
                (None, None) => name.to_string(),
            };
            let value = l.make(node, Op::Outside(self.canonical(path).into()));
            l.define(node, name, value, node);
        }
    }

    fn identifier(&self, l: &mut Lowering, node: NodeId) {
        let parent = l.source.tree.node(node).parent;
        if parent == crate::source::NONE {
            return;
        }
        let f = fields();
        let field = l.source.tree.node(node).field;
        let names_itself = match Kind::of(l.kind(parent)) {
            Kind::Attribute => field == f.attribute,
            Kind::KeywordArgument => field == f.name,
            Kind::FunctionDefinition | Kind::ClassDefinition => field == f.name,
            _ => false,
        };
        let text = l.text(node);
        if names_itself {
            l.set(node, Op::Text(text.into()));
        } else {
            l.name(node, text);
        }
    }

    /// A string: its pieces in order, what stands between braces of an f-string as values.
    fn string(&self, l: &mut Lowering, node: NodeId) {
        let mut parts = Vec::new();
        let pieces: Vec<NodeId> = l.named(node).collect();
        for piece in pieces {
            match Kind::of(l.kind(piece)) {
                Kind::StringContent => self.content(l, node, piece, &mut parts),
                Kind::Interpolation => {
                    let inner = l.field(piece, fields().expression);
                    parts.push(l.operand_or_unknown(inner, piece));
                }
                _ => {}
            }
        }
        match parts.as_slice() {
            [] => l.set(node, Op::Text("".into())),
            [only] => {
                let only = *only;
                l.alias(node, only);
                only
            }
            _ => l.set(node, Op::Concat(parts)),
        };
    }

    /// Text of a string with its escapes read; each run and each escape is a value with its own
    /// place, so that code in a string maps to the right line.
    fn content(&self, l: &mut Lowering, string: NodeId, piece: NodeId, parts: &mut Vec<ValueId>) {
        let escapes: Vec<NodeId> =
            l.named(piece).filter(|&child| Kind::of(l.kind(child)) == Kind::EscapeSequence).collect();
        if escapes.is_empty() {
            let text = l.text(piece);
            let raw = is_raw(l.text(string));
            let text = if raw { text.to_string() } else { text.replace("{{", "{").replace("}}", "}") };
            let is_format = starts_with_prefix(l.text(string), 'f');
            let text = if is_format { text } else { l.text(piece).to_string() };
            let value = l.literal(piece, &text);
            l.alias(piece, value);
            parts.push(value);
            return;
        }
        let span = l.source.tree.node(piece).span;
        let mut at = span.start;
        for escape in escapes {
            let inner = l.source.tree.node(escape).span;
            self.run(l, piece, at, inner.start, parts);
            let text = python_values::unescape(l.text(escape));
            parts.push(l.set(escape, Op::Text(text.into())));
            at = inner.end;
        }
        self.run(l, piece, at, span.end, parts);
    }

    fn run(&self, l: &mut Lowering, piece: NodeId, start: u32, end: u32, parts: &mut Vec<ValueId>) {
        if let Some(text) = l.source.text.get(start as usize..end as usize).filter(|text| !text.is_empty()) {
            let value = l.literal(piece, text);
            l.graph.starts.insert(value, start);
            parts.push(value);
        }
    }

    fn subscript(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let base = l.operand_or_unknown(l.field(node, f.value), node);
        let Some(key) = l.field(node, f.subscript) else {
            l.set(node, Op::Unknown(vec![base]));
            return;
        };
        let op = if Kind::of(l.kind(key)) == Kind::Slice {
            let slice = l.constant(key, l.text(key));
            let callee = l.make(node, Op::Member(base, "[:]".into()));
            Op::Call(Call { callee, args: vec![Arg::plain(slice)] }.into())
        } else {
            Op::Index(base, l.operand(key))
        };
        l.set(node, op);
    }

    fn call(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let callee = l.operand_or_unknown(l.field(node, f.function), node);
        let mut args = Vec::new();
        let list = l.field(node, f.arguments);
        let is_list = list.is_some_and(|list| Kind::of(l.kind(list)) == Kind::ArgumentList);
        let nodes: Vec<NodeId> = match list {
            Some(list) if is_list => l.named(list).collect(),
            other => other.into_iter().collect(),
        };
        for argument in nodes {
            match Kind::of(l.kind(argument)) {
                Kind::KeywordArgument => {
                    let name = l.field(argument, f.name).map_or("", |name| l.text(name));
                    let value = l.operand_or_unknown(l.field(argument, f.value), argument);
                    args.push(Arg::named(name, value));
                }
                Kind::ListSplat | Kind::DictionarySplat => {
                    let inner = l.named(argument).next();
                    let value = l.operand_or_unknown(inner, argument);
                    args.push(Arg { name: None, value, spread: true });
                }
                _ => args.push(Arg::plain(l.operand(argument))),
            }
        }
        let puts = match l.graph.op(callee) {
            Op::Member(base, name) if python_values::MUTATORS.contains(&&**name) => Some(*base),
            _ => None,
        };
        if let Some(container) = puts {
            for arg in &args {
                l.put(container, arg.value);
            }
        }
        l.set(node, Op::Call(Call { callee, args }.into()));
    }

    fn binary(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let left = l.operand_or_unknown(l.field(node, f.left), node);
        let right = l.operand_or_unknown(l.field(node, f.right), node);
        let op = match l.field(node, f.operator).map_or("", |operator| l.text(operator)) {
            "+" => Op::Concat(vec![left, right]),
            "/" => Op::Path(vec![left, right]),
            sign @ ("%" | "*") => {
                let callee = l.make(node, Op::Member(left, sign.into()));
                Op::Call(Call { callee, args: vec![Arg::plain(right)] }.into())
            }
            "|" => Op::Choice(vec![left, right]),
            _ => Op::Unknown(vec![left, right]),
        };
        l.set(node, op);
    }

    fn dictionary(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let mut items = Vec::new();
        let entries: Vec<NodeId> = l.named(node).collect();
        for entry in entries {
            if Kind::of(l.kind(entry)) == Kind::Pair {
                let key = l.field(entry, f.key).and_then(|key| l.value(key));
                let name = key.and_then(|key| match l.graph.op(key) {
                    Op::Text(text) => Some(text.clone()),
                    _ => None,
                });
                let value = l.operand_or_unknown(l.field(entry, f.value), entry);
                if let (None, Some(key)) = (&name, key) {
                    items.push((None, key));
                }
                items.push((name, value));
            } else {
                let value = l.operand(entry);
                items.push((None, value));
            }
        }
        l.set(node, Op::Object(items));
    }

    fn augmented(&self, l: &mut Lowering, node: NodeId) {
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
    fn assign(&self, l: &mut Lowering, target: Option<NodeId>, value: ValueId, statement: NodeId) {
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

    fn function(&self, l: &mut Lowering, node: NodeId) {
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
        let value = l.set(node, Op::Function(func));
        if let Some(name) = l.field(node, f.name) {
            let text = l.text(name);
            if let Some(var) = l.graph.lookup(l.scope(node), text) {
                l.define_var(var, value, node, name);
            }
        }
    }

    fn is_static(&self, l: &Lowering, node: NodeId) -> bool {
        let parent = l.source.tree.node(node).parent;
        if parent == crate::source::NONE {
            return false;
        }
        l.named(parent).any(|child| {
            Kind::of(l.kind(child)) == Kind::Decorator
                && l.text(child).trim_start_matches('@').trim() == "staticmethod"
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

    /// What an annotation says a parameter is: an object of that class.
    fn annotated(&self, l: &mut Lowering, parameter: NodeId) -> Option<ValueId> {
        let annotation = l.named(parameter).find(|&child| Kind::of(l.kind(child)) == Kind::Type)?;
        let text = l.text(annotation);
        let is_class = text.contains(|c: char| c.is_uppercase()) && !text.contains('[');
        let callee = l.value(annotation).filter(|_| is_class)?;
        Some(l.make(annotation, Op::Call(Call { callee, args: Vec::new() }.into())))
    }

    fn class(&self, l: &mut Lowering, node: NodeId) {
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

/// The name an import binds, `None` for a star.
fn bound_name(import: &Import) -> Option<&str> {
    match (&import.alias, &import.binding) {
        (Some(alias), _) => Some(alias),
        (None, Some(binding)) if binding == "*" => None,
        (None, Some(binding)) => Some(binding),
        (None, None) => import.module.split('.').next(),
    }
}

fn is_raw(string: &str) -> bool {
    starts_with_prefix(string, 'r')
}

/// Whether a string literal has this letter in its prefix.
fn starts_with_prefix(string: &str, letter: char) -> bool {
    string.chars().take_while(|c| c.is_ascii_alphabetic()).any(|c| c.eq_ignore_ascii_case(&letter))
}

/// A script's own place, as a folded value.
pub(super) fn own_place() -> String {
    PACK.to_string()
}
