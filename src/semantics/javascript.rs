//! JavaScript: its tree as values. Written for any grammar with these kinds, so that a language
//! over it is a row of its own and no second module.
//!
//! TypeScript is that row: its trees come without types (`source::erase`), and the few kinds that
//! are left of it are in `typescript`. What binds names is in `javascript_bind`, how names are spelled in `javascript_names`, what
//! constants fold to in `javascript_values`.

use super::eval::{Eval, Thing};
use super::grammar::grammar;
use super::graph::*;
use super::lower::{Frame, Import, Lower, Lowering};
use super::{Semantics, javascript_names, javascript_texts, javascript_values};
use crate::language::Language;
use crate::source::{NONE, NodeId, Source};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::OnceLock;

/// JavaScript, or a language whose grammar is JavaScript's and more.
pub struct EcmaScript {
    language: Language,
    grammar: OnceLock<Grammar>,
}

/// JavaScript itself.
pub static JAVASCRIPT: EcmaScript = EcmaScript { language: Language::JavaScript, grammar: OnceLock::new() };

/// TypeScript.
pub static TYPESCRIPT: EcmaScript = EcmaScript { language: Language::TypeScript, grammar: OnceLock::new() };

/// TypeScript with JSX.
pub static TSX: EcmaScript = EcmaScript { language: Language::Tsx, grammar: OnceLock::new() };

grammar! {
    each language,
    kinds {
        VariableDeclaration "variable_declaration", VariableDeclarator "variable_declarator",
        AssignmentExpression "assignment_expression",
        AugmentedAssignment "augmented_assignment_expression", CallExpression "call_expression",
        NewExpression "new_expression", MemberExpression "member_expression",
        SubscriptExpression "subscript_expression", Identifier "identifier", Undefined "undefined",
        PropertyIdentifier "property_identifier", PrivateProperty "private_property_identifier",
        ShorthandProperty "shorthand_property_identifier",
        ShorthandPattern "shorthand_property_identifier_pattern",
        String "string", StringFragment "string_fragment", EscapeSequence "escape_sequence",
        TemplateString "template_string", TemplateSubstitution "template_substitution",
        Number "number", Regex "regex", True "true", False "false", Null "null", This "this", Super "super",
        MetaProperty "meta_property", Import "import", Object "object", Array "array", Pair "pair",
        SpreadElement "spread_element", ComputedPropertyName "computed_property_name",
        MethodDefinition "method_definition", FieldDefinition "field_definition",
        FunctionDeclaration "function_declaration", FunctionExpression "function_expression",
        GeneratorFunction "generator_function", ArrowFunction "arrow_function",
        GeneratorFunctionDeclaration "generator_function_declaration",
        FormalParameters "formal_parameters", Arguments "arguments", Class "class",
        ClassDeclaration "class_declaration", ClassBody "class_body", ClassHeritage "class_heritage",
        ClassStaticBlock "class_static_block", ObjectPattern "object_pattern",
        ArrayPattern "array_pattern", PairPattern "pair_pattern", RestPattern "rest_pattern",
        AssignmentPattern "assignment_pattern", ObjectAssignmentPattern "object_assignment_pattern",
        BinaryExpression "binary_expression", UnaryExpression "unary_expression",
        TernaryExpression "ternary_expression", SequenceExpression "sequence_expression",
        Parenthesized "parenthesized_expression", Await "await_expression", Yield "yield_expression",
        ReturnStatement "return_statement", StatementBlock "statement_block",
        IfStatement "if_statement", ElseClause "else_clause", SwitchBody "switch_body",
        SwitchCase "switch_case", SwitchDefault "switch_default", CatchClause "catch_clause",
        ForStatement "for_statement", ForInStatement "for_in_statement",
        WhileStatement "while_statement", DoStatement "do_statement",
        ImportStatement "import_statement", ImportSpecifier "import_specifier",
        ImportClause "import_clause", NamespaceImport "namespace_import",
        ExportSpecifier "export_specifier", JsxExpression "jsx_expression", JsxElement "jsx_element",
        JsxSelfClosing "jsx_self_closing_element", JsxAttribute "jsx_attribute",
        JsxOpening "jsx_opening_element",
        Continue "continue_statement", Break "break_statement", Throw "throw_statement",
        // TypeScript's own.
        RequiredParameter "required_parameter", OptionalParameter "optional_parameter",
        PublicField "public_field_definition", AbstractClass "abstract_class_declaration",
        Enum "enum_declaration", EnumBody "enum_body", EnumAssignment "enum_assignment",
        Namespace "internal_module", Module "module", Ambient "ambient_declaration",
        NestedIdentifier "nested_identifier", ImportAlias "import_alias",
        ImportRequire "import_require_clause",
    }
    fields {
        name, value, left, right, function, constructor, arguments, object, property, index, key, kind,
        operator, body, parameter, parameters, condition, consequence, alternative, argument, pattern,
    }
}

impl Semantics for EcmaScript {
    fn elements(&self, eval: &mut Eval<'_>, call: &Call, index: Option<i64>) -> Vec<ValueId> {
        javascript_names::elements(eval, call, index)
    }

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
        javascript_names::canonical(name)
    }

    fn constant(&self, name: &str) -> Option<String> {
        javascript_values::constant(name)
    }

    fn call_things(&self, eval: &mut Eval<'_>, call: &Call, callees: &[Thing]) -> Option<Vec<Thing>> {
        javascript_names::call_things(eval, call, callees)
    }

    fn call_values(&self, eval: &mut Eval<'_>, call: &Call, names: &[&str]) -> Option<Vec<String>> {
        javascript_values::call(eval, call, names)
    }

    fn member_values(&self, eval: &mut Eval<'_>, base: ValueId, name: &str) -> Option<Vec<String>> {
        javascript_values::member(eval, base, name)
    }

    fn element(&self, name: &str) -> Option<&'static str> {
        (name == "process.env").then_some("process.env.*")
    }

    fn spells_its_name(&self, kind: u16) -> bool {
        self.grammar().kind(kind) == Kind::ShorthandPattern
    }

    fn object_value(&self, eval: &mut Eval<'_>, items: &[(Option<Rc<str>>, ValueId)]) -> Option<String> {
        javascript_values::address(eval, items)
    }
}

impl Lower for EcmaScript {
    fn frame(&self, l: &Lowering, node: NodeId) -> Frame {
        match self.kind(l, node) {
            Kind::FunctionDeclaration
            | Kind::FunctionExpression
            | Kind::GeneratorFunction
            | Kind::GeneratorFunctionDeclaration
            | Kind::ArrowFunction
            | Kind::MethodDefinition => Frame::Function,
            Kind::ClassDeclaration | Kind::AbstractClass | Kind::Class => Frame::Class,
            Kind::ForStatement | Kind::ForInStatement => Frame::LoopBlock,
            Kind::WhileStatement | Kind::DoStatement => Frame::Loop,
            Kind::StatementBlock if self.is_branch(l, node) => Frame::BranchBlock,
            Kind::CatchClause => Frame::BranchBlock,
            Kind::StatementBlock | Kind::SwitchBody | Kind::ClassStaticBlock | Kind::EnumBody => Frame::Block,
            Kind::ElseClause | Kind::SwitchCase | Kind::SwitchDefault | Kind::TernaryExpression => {
                Frame::Branch
            }
            Kind::BinaryExpression if self.is_logical(l, node) => Frame::Branch,
            // `if (x) y = 1;`
            _ if self.is_branch(l, node) => Frame::Branch,
            _ => Frame::Plain,
        }
    }

    fn declare(&self, l: &mut Lowering, node: NodeId) {
        self.declare_names(l, node);
    }

    fn value(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        match self.kind(l, node) {
            Kind::Identifier => self.identifier(l, node),
            Kind::ShorthandProperty => {
                l.name(node, l.text(node));
            }
            Kind::PropertyIdentifier | Kind::PrivateProperty | Kind::ShorthandPattern => {
                let value = l.literal(node, l.text(node));
                l.alias(node, value);
            }
            Kind::True | Kind::False | Kind::Null | Kind::Undefined => {
                l.set(node, Op::Text(l.text(node).into()));
            }
            Kind::Number => {
                l.set(node, Op::Text(javascript_texts::number(l.text(node)).into()));
            }
            Kind::Regex => {
                l.set(node, Op::Unknown(Vec::new()));
            }
            Kind::String | Kind::TemplateString => self.string(l, node),
            Kind::MemberExpression | Kind::NestedIdentifier => {
                let object = l.operand_or_unknown(l.field(node, f.object), node);
                let name = l.field(node, f.property).map_or("".into(), |name| self.spelled(l, name));
                l.set(node, Op::Member(object, (*name).into()));
            }
            Kind::SubscriptExpression => {
                let object = l.operand_or_unknown(l.field(node, f.object), node);
                let key = l.operand_or_unknown(l.field(node, f.index), node);
                l.set(node, Op::Index(object, key));
            }
            Kind::MetaProperty => {
                l.set(node, Op::Free(l.text(node).into()));
            }
            Kind::Import => {
                l.set(node, Op::Free("import".into()));
            }
            Kind::This => self.this(l, node),
            Kind::Super => self.super_class(l, node),
            Kind::CallExpression | Kind::NewExpression => self.call(l, node),
            Kind::BinaryExpression => self.binary(l, node),
            Kind::UnaryExpression => self.unary(l, node),
            Kind::TernaryExpression => {
                let yes = l.operand_or_unknown(l.field(node, f.consequence), node);
                let no = l.operand_or_unknown(l.field(node, f.alternative), node);
                l.set(node, Op::Choice(vec![yes, no]));
            }
            Kind::SequenceExpression => self.pass(l, node, l.named(node).last()),
            Kind::Parenthesized
            | Kind::Await
            | Kind::ComputedPropertyName
            | Kind::TemplateSubstitution
            | Kind::JsxExpression => self.pass(l, node, l.named(node).next()),
            Kind::JsxElement | Kind::JsxSelfClosing | Kind::JsxAttribute | Kind::JsxOpening => {
                let parts = l.named(node).filter_map(|part| l.value(part)).collect();
                l.set(node, Op::Unknown(parts));
            }
            Kind::SpreadElement => {
                let inner = l.operand_or_unknown(l.named(node).next(), node);
                l.set(node, Op::Element(inner));
            }
            Kind::Array => {
                let items = self.children(l, node);
                l.set(node, Op::List(items));
            }
            Kind::Object => self.object(l, node),
            Kind::VariableDeclarator => {
                if let (Some(target), Some(value)) = (l.field(node, f.name), l.field(node, f.value)) {
                    let value = l.operand(value);
                    self.assign(l, target, value, node);
                }
            }
            Kind::AssignmentExpression => {
                let value = l.operand_or_unknown(l.field(node, f.right), node);
                if let Some(target) = l.field(node, f.left) {
                    self.assign(l, target, value, node);
                    self.not_read(l, target);
                }
                l.alias(node, value);
            }
            Kind::AugmentedAssignment => self.augmented(l, node),
            Kind::ForInStatement => self.iterate(l, node),
            Kind::ReturnStatement | Kind::Yield => self.give(l, node),
            Kind::FunctionDeclaration
            | Kind::FunctionExpression
            | Kind::GeneratorFunction
            | Kind::GeneratorFunctionDeclaration
            | Kind::ArrowFunction
            | Kind::MethodDefinition => {
                self.function(l, node);
                self.pick_in_body(l, node);
            }
            Kind::IfStatement => self.pick(l, node),
            Kind::FieldDefinition | Kind::PublicField => self.class_field(l, node),
            Kind::ClassDeclaration | Kind::AbstractClass | Kind::Class => self.class(l, node),
            Kind::EnumAssignment => self.enum_member(l, node),
            Kind::Enum => self.enumeration(l, node),
            Kind::Namespace | Kind::Module => self.namespace(l, node),
            Kind::ImportAlias => self.import_alias(l, node),
            Kind::ImportStatement => self.bind_imports(l, node),
            _ => {}
        }
    }
}

impl EcmaScript {
    fn grammar(&self) -> &Grammar {
        self.grammar.get_or_init(|| Grammar::new(self.language))
    }

    pub(super) fn kind(&self, l: &Lowering, node: NodeId) -> Kind {
        self.grammar().kind(l.kind(node))
    }

    pub(super) fn fields(&self) -> &Fields {
        &self.grammar().fields
    }

    pub(super) fn parent_kind(&self, l: &Lowering, node: NodeId) -> Kind {
        match l.source.tree.node(node).parent {
            NONE => Kind::Other,
            parent => self.kind(l, parent),
        }
    }

    /// The statement under an `if`, which may not run.
    fn is_branch(&self, l: &Lowering, node: NodeId) -> bool {
        let field = l.source.tree.node(node).field;
        field != 0 && field == self.fields().consequence && self.parent_kind(l, node) == Kind::IfStatement
    }

    fn is_logical(&self, l: &Lowering, node: NodeId) -> bool {
        matches!(self.operator(l, node), "&&" | "||" | "??")
    }

    pub(super) fn children(&self, l: &mut Lowering, node: NodeId) -> Vec<ValueId> {
        l.named(node).map(|child| l.operand(child)).collect()
    }

    /// The node is worth what one of its children is.
    pub(super) fn pass(&self, l: &mut Lowering, node: NodeId, child: Option<NodeId>) {
        if let Some(value) = child.and_then(|child| l.value(child)) {
            l.alias(node, value);
        }
    }

    fn identifier(&self, l: &mut Lowering, node: NodeId) {
        match self.parent_kind(l, node) {
            // Names of another module, not of this one.
            Kind::ImportSpecifier
            | Kind::ImportClause
            | Kind::NamespaceImport
            | Kind::ImportRequire
            | Kind::ExportSpecifier => {}
            _ => {
                l.name(node, &self.spelled(l, node));
            }
        }
    }

    /// An identifier's name: `\u0066etch` is `fetch`.
    pub(super) fn spelled<'a>(&self, l: &Lowering<'a>, node: NodeId) -> Cow<'a, str> {
        let text = l.text(node);
        if text.contains('\\') {
            Cow::Owned(javascript_texts::unescaped_name(text))
        } else {
            Cow::Borrowed(text)
        }
    }

    /// A string or template: its pieces in order, each with its own place, so that code in a
    /// string maps to the right line.
    fn string(&self, l: &mut Lowering, node: NodeId) {
        let mut parts = Vec::new();
        for piece in l.named(node) {
            match self.kind(l, piece) {
                Kind::StringFragment => {
                    let value = l.literal(piece, l.text(piece));
                    l.alias(piece, value);
                    parts.push(value);
                }
                Kind::EscapeSequence => {
                    let text = javascript_texts::unescape(l.text(piece));
                    parts.push(l.set(piece, Op::Text(text.into())));
                }
                Kind::TemplateSubstitution => parts.push(l.operand(piece)),
                _ => {}
            }
        }
        match parts.as_slice() {
            [] => {
                l.set(node, Op::Text("".into()));
            }
            // `${x}` alone is what x is.
            &[only] => l.alias(node, only),
            _ => {
                l.set(node, Op::Concat(parts));
            }
        }
    }

    /// What `this` is: the object of the class or literal whose method stands around it.
    fn this(&self, l: &mut Lowering, node: NodeId) {
        let mut at = Some(l.scope(node));
        for _ in 0..512 {
            let Some(scope) = at else { break };
            let scope = &l.graph.scopes[scope as usize];
            if let Some(&var) = scope.names.get("this").filter(|_| scope.class.is_none()) {
                l.set(node, Op::Use(var));
                return;
            }
            if let Some(class) = scope.class {
                l.set(node, Op::Instance(class));
                return;
            }
            at = scope.parent;
        }
        l.set(node, Op::Free("globalThis".into()));
    }

    /// `super` is a variable of the class that is set once what it extends is known.
    fn super_class(&self, l: &mut Lowering, node: NodeId) {
        if let Some(class) = l.enclosing_class(node) {
            let scope = l.graph.classes[class as usize].scope;
            let var = l.graph.declare(scope, "super");
            l.set(node, Op::Use(var));
        }
    }

    fn object(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let mut items = Vec::new();
        let mut methods = Vec::new();
        for entry in l.named(node) {
            match self.kind(l, entry) {
                Kind::Pair => {
                    let value_node = l.field(entry, f.value);
                    let value = l.operand_or_unknown(value_node, entry);
                    let key = l.field(entry, f.key).and_then(|key| l.value(key));
                    let name = key.and_then(|key| self.text_of(l, key));
                    // What is put together into a key is in the object too.
                    if let (None, Some(key)) = (&name, key) {
                        items.push((None, key));
                    }
                    items.push((name, value));
                    methods.extend(value_node);
                }
                Kind::MethodDefinition => {
                    let mut value = l.operand(entry);
                    if self.is_getter(l, entry) {
                        value = l.make(entry, Op::Call(Call { callee: value, args: Vec::new() }.into()));
                    }
                    let key = l.field(entry, f.name).and_then(|key| l.value(key));
                    items.push((key.and_then(|key| self.text_of(l, key)), value));
                    methods.push(entry);
                }
                Kind::ShorthandProperty => {
                    let value = l.operand(entry);
                    items.push((Some(l.text(entry).into()), value));
                }
                Kind::SpreadElement => {
                    let value = l.operand_or_unknown(l.named(entry).next(), entry);
                    items.push((None, value));
                }
                _ => {}
            }
        }
        let value = l.set(node, Op::Object(items));
        for method in methods {
            self.own_this(l, method, value);
        }
    }

    /// The constant a value was lowered to.
    pub(super) fn text_of(&self, l: &Lowering, value: ValueId) -> Option<Rc<str>> {
        match l.graph.op(value) {
            Op::Text(text) => Some(text.clone()),
            // `["ba" + "se"]`
            Op::Concat(parts) if parts.len() <= 64 => {
                let mut out = String::new();
                for &part in parts {
                    match l.graph.op(part) {
                        Op::Text(text) => out.push_str(text),
                        _ => return None,
                    }
                }
                Some(out.into())
            }
            _ => None,
        }
    }
}
