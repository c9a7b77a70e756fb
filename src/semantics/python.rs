//! Python: its tree as values, and how its names and constants are spelled.

use super::eval::{ENDPOINT, Eval, Thing};
use super::grammar::grammar;
use super::graph::*;
use super::lower::{Frame, Import, Lower, Lowering};
use super::{PACK, Semantics, python_bind, python_names, python_values};
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
        DeleteStatement "delete_statement", IfClause "if_clause", Continue "continue_statement",
        Break "break_statement", Pass "pass_statement", Raise "raise_statement",
    }
    fields {
        left, right, function, arguments, object, attribute, value, subscript, name, body,
        parameters, superclasses, alias, key, operator, condition, consequence, expression,
    }
}

/// Methods that take what they read into the object they are called on.
const TAKES_IN: &[&str] = &["read", "read_file", "write", "writeall", "add", "addfile"];

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
        python_names::canonical(name)
    }

    fn path_name(&self) -> Option<&'static str> {
        Some("pathlib.Path()")
    }

    fn constant(&self, name: &str) -> Option<String> {
        python_values::constant(name)
    }

    // One variable's name or value is not the whole environment.
    fn element(&self, name: &str) -> Option<&'static str> {
        matches!(name, "os.environ" | "os.environb" | "os.environ.keys()" | "os.environb.keys()")
            .then_some("os.environ.*")
    }

    fn call_things(&self, eval: &mut Eval<'_>, call: &Call, callees: &[Thing]) -> Option<Vec<Thing>> {
        for callee in callees {
            let Thing::Named(name) = callee else { continue };
            match &**name {
                "getattr" => return self.attribute(eval, call.positional(0)?, call.positional(1)?),
                "operator.attrgetter()" => {
                    let Op::Call(getter) = eval.graph.op(call.callee) else { continue };
                    return self.attribute(eval, call.positional(0)?, getter.positional(0)?);
                }
                "__import__" | "importlib.import_module" | "importlib.__import__" => {
                    let module = eval.constant(call.positional(0)?)?;
                    return Some(vec![Thing::Named(self.canonical(module.to_string()).into())]);
                }
                name if name.ends_with(".__getattribute__") || name.ends_with(".__getattr__") => {
                    let Op::Member(object, _) = eval.graph.op(call.callee) else { continue };
                    return self.attribute(eval, *object, call.positional(0)?);
                }
                // `s: Client = field(default_factory=Client)`
                "dataclasses.field" | "attr.ib" | "attrs.field" | "pydantic.Field" => {
                    let made = call.keyword("default_factory").or_else(|| call.keyword("factory"))?;
                    return Some(python_names::made_by(eval, made));
                }
                // `next(iter([client]))`: one of them.
                "next" => {
                    let items = eval.elements_of(call.positional(0)?);
                    let things = items.into_iter().flat_map(|item| eval.things(item).to_vec());
                    let things: Vec<Thing> = things.collect();
                    if !things.is_empty() {
                        return Some(things);
                    }
                }
                "os.environ.copy" => return Some(vec![Thing::Named("os.environ".into())]),
                name if python_names::SAME_THING.contains(&name) => {
                    return Some(eval.things(call.positional(0)?).to_vec());
                }
                "typing.cast" => return Some(eval.things(call.positional(1)?).to_vec()),
                _ => {}
            }
        }
        // `table.get("k")`
        let Op::Member(object, method) = eval.graph.op(call.callee) else { return None };
        if matches!(&**method, "pop" | "popleft" | "get" | "get_nowait") && call.args.is_empty() {
            let items = eval.elements_of(*object);
            let things = items.into_iter().flat_map(|item| eval.things(item).to_vec()).collect::<Vec<_>>();
            return (!things.is_empty()).then_some(things);
        }
        let is_container = |thing: &Thing| matches!(thing, Thing::Container(_));
        if matches!(&**method, "get" | "pop" | "setdefault" | "__getitem__")
            && eval.things(*object).iter().any(is_container)
        {
            return self.attribute(eval, *object, call.positional(0)?);
        }
        None
    }

    fn makes_container(&self, callees: &[Thing]) -> bool {
        let names = ["dict", "types.SimpleNamespace", "argparse.Namespace", "collections.OrderedDict"];
        callees.iter().any(|callee| matches!(callee, Thing::Named(name) if names.contains(&&**name)))
    }

    fn elements(&self, eval: &mut Eval<'_>, call: &Call, index: Option<i64>) -> Vec<ValueId> {
        let source = match (eval.graph.op(call.callee), index) {
            (Op::Member(object, method), Some(1)) if &**method == "items" => Some(*object),
            (Op::Member(object, method), None) if &**method == "values" => Some(*object),
            (Op::Free(name), Some(1)) if &**name == "enumerate" => call.positional(0),
            (Op::Free(name), Some(at)) if &**name == "zip" => {
                usize::try_from(at).ok().and_then(|at| call.positional(at))
            }
            _ => None,
        };
        source.map(|source| eval.elements_of(source)).unwrap_or_default()
    }

    fn member_values(&self, eval: &mut Eval<'_>, base: ValueId, name: &str) -> Option<Vec<String>> {
        python_values::member(eval, base, name)
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
            Kind::ForStatement | Kind::WhileStatement => Frame::Loop,
            Kind::ListComprehension
            | Kind::SetComprehension
            | Kind::DictionaryComprehension
            | Kind::GeneratorExpression => Frame::LoopBlock,
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
            // `[*more, x]`: any of them may stand there.
            Kind::ListSplat => {
                let inner = l.operand_or_unknown(l.named(node).next(), node);
                l.set(node, Op::Element(inner));
            }
            Kind::DictionarySplat => {
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
                let annotated = self.annotated(l, node);
                if let Some(right) = l.field(node, f.right) {
                    let mut value = l.operand(right);
                    // `s: Client = None`, `s: Client = field(init=False)`: set later.
                    let is_later =
                        matches!(l.text(right), "None" | "...") || l.text(right).starts_with("field(");
                    if let Some(annotated) = annotated.filter(|_| is_later) {
                        value = l.make(node, Op::Choice(vec![value, annotated]));
                    }
                    self.assign(l, l.field(node, f.left), value, node);
                    l.alias(node, value);
                } else if let Some(annotated) = annotated {
                    self.assign(l, l.field(node, f.left), annotated, node);
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
            Kind::FunctionDefinition => self.function(l, node),
            Kind::Lambda => {
                self.function(l, node);
                self.pick(l, node);
            }
            Kind::IfStatement | Kind::ElifClause | Kind::IfClause => self.pick(l, node),
            Kind::ClassDefinition => self.class(l, node),
            Kind::DeleteStatement => {
                // `del os.environ["X"]` reads nothing.
                for place in l
                    .named(node)
                    .filter(|&place| Kind::of(l.kind(place)) == Kind::Subscript)
                    .collect::<Vec<_>>()
                {
                    if let Some(object) = l.field(place, f.value) {
                        l.forget(object);
                    }
                }
            }
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
    /// `getattr(object, "a.b")`
    fn attribute(&self, eval: &mut Eval<'_>, object: ValueId, name: ValueId) -> Option<Vec<Thing>> {
        let mut out = Vec::new();
        for name in eval.values(name).iter() {
            eval.member_things(object, object, name, &mut out);
        }
        Some(out)
    }

    pub(super) fn children(&self, l: &mut Lowering, node: NodeId) -> Vec<ValueId> {
        l.named(node).map(|child| l.operand(child)).collect()
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
        } else if let (Op::Member(path, name), Ok(ups @ 0..=8)) =
            (l.graph.op(base), l.text(key).parse::<usize>())
            && &**name == "parents"
        {
            // `path.parents[1]` is `path.parent.parent`.
            let mut path = *path;
            for _ in 0..ups {
                path = l.make(node, Op::Member(path, "parent".into()));
            }
            Op::Member(path, "parent".into())
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
        let call = Call { callee, args };
        if let Some(list) = list.filter(|_| is_list)
            && let Some(mode) = opening_mode(l, &call)
        {
            l.alias(list, mode);
        }
        self.effects(l, node, &call);
        if l.field(node, f.function).is_some_and(|function| l.text(function).ends_with("chdir")) {
            l.goes_to(node, call.positional(0), crate::source::NONE);
        }
        let written = python_bind::written_through(l, &call);
        // `config.read(path)`, `archive.write(path)`: what the call reads is in the object.
        let taken = match l.graph.op(call.callee) {
            Op::Member(object, name) if TAKES_IN.contains(&&**name) && !call.args.is_empty() => Some(*object),
            _ => None,
        };
        let value = l.set(node, Op::Call(call.into()));
        if let Some(object) = taken {
            l.put_into_made(object, value);
        }
        if let Some(buffer) = written {
            l.put(buffer, value);
        }
    }

    /// What a call does to the objects it is called on or handed.
    fn effects(&self, l: &mut Lowering, node: NodeId, call: &Call) {
        let (base, name) = match l.graph.op(call.callee) {
            Op::Member(base, name) => (*base, name.clone()),
            Op::Free(name) if &**name == "print" => {
                // `print(x, file=f)` writes into `f`.
                if let (Some(file), Some(text)) = (call.keyword("file"), call.positional(0)) {
                    l.put(file, text);
                }
                return;
            }
            _ => return,
        };
        match &*name {
            name if python_values::MUTATORS.contains(&name) => {
                for arg in &call.args {
                    l.put(base, arg.value);
                }
            }
            // `json.dump(x, f)`, `shutil.copyfileobj(x, f)`
            "dump" | "dump_all" | "safe_dump" | "copyfileobj" => {
                let file = call.positional(1).or_else(|| call.keyword("fp"));
                if let (Some(file), Some(what)) = (file, call.positional(0)) {
                    l.put(file, what);
                }
            }
            // What is not given on the command line is the default: `args.source`.
            "add_argument" | "add_option" => {
                if let Some(default) = call.keyword("default") {
                    let flags = call.args.iter().filter(|arg| arg.name.is_none()).map(|arg| arg.value);
                    let named = call.keyword("dest").into_iter().chain(flags);
                    for name in named.collect::<Vec<_>>() {
                        if let Op::Text(flag) = l.graph.op(name) {
                            let name = flag.trim_start_matches('-').replace('-', "_");
                            l.graph.options.entry(name.as_str().into()).or_default().push(default);
                            l.graph.stores.entry(name.into()).or_default().push(default);
                        }
                    }
                }
            }
            // `curl.setopt(curl.URL, "https://…")`
            "setopt" => {
                let option = call.positional(0).map(|option| l.graph.op(option));
                if let (Some(Op::Member(_, option)), Some(url)) = (option, call.positional(1))
                    && &**option == "URL"
                {
                    l.store(base, ENDPOINT, url);
                }
            }
            // What a socket is connected to is where its data goes.
            "connect" | "connect_ex" => {
                if let Some(address) = call.positional(0) {
                    let first = l.constant(node, "0");
                    let host = l.make(node, Op::Index(address, first));
                    l.store(base, ENDPOINT, host);
                    l.store(base, ENDPOINT, address);
                }
            }
            _ => {}
        }
    }

    fn binary(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let left = l.operand_or_unknown(l.field(node, f.left), node);
        let right = l.operand_or_unknown(l.field(node, f.right), node);
        let op = match l.field(node, f.operator).map_or("", |operator| l.text(operator)) {
            "+" => Op::Concat(vec![left, right]),
            "/" => Op::Path(vec![left, right]),
            sign @ ("%" | "*" | "-" | "^") => {
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
}

/// How a file is opened: `mode=`, or the second argument, or a method's only one. An argument
/// list stands for this value, so that a pattern can tell reading from writing.
fn opening_mode(l: &Lowering, call: &Call) -> Option<ValueId> {
    let only = || {
        let is_method = matches!(l.graph.op(call.callee), Op::Member(..));
        call.positional(0).filter(|_| is_method)
    };
    call.keyword("mode").or_else(|| call.positional(1)).or_else(only)
}

/// A script's own place, as a folded value.
pub(super) fn own_place() -> String {
    PACK.to_string()
}
