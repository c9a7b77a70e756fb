//! Bash: its tree as values. The value of a command is what it prints.

use super::bash_streams::opened;
use super::eval::Eval;
use super::grammar::grammar;
use super::graph::*;
use super::lower::{Frame, Import, Lower, Lowering};
use super::{Semantics, bash_values, bash_words};
use crate::language::Language;
use crate::source::tree::ERROR_KIND;
use crate::source::{NONE, NodeId, Source};

/// Bash, and the shells close to it.
pub struct Bash;

grammar! {
    Language::Bash,
    kinds {
        Program "program", Command "command", CommandName "command_name", Word "word", Number "number",
        String "string", StringContent "string_content", RawString "raw_string",
        AnsiString "ansi_c_string", TranslatedString "translated_string",
        Concatenation "concatenation", SimpleExpansion "simple_expansion", Expansion "expansion",
        VariableName "variable_name", SpecialVariableName "special_variable_name",
        Subscript "subscript", CommandSubstitution "command_substitution",
        ProcessSubstitution "process_substitution", BraceExpression "brace_expression", Array "array",
        VariableAssignment "variable_assignment", VariableAssignments "variable_assignments",
        DeclarationCommand "declaration_command", UnsetCommand "unset_command",
        RedirectedStatement "redirected_statement", FileRedirect "file_redirect",
        HeredocRedirect "heredoc_redirect", HeredocBody "heredoc_body", HeredocStart "heredoc_start",
        HeredocContent "heredoc_content", HerestringRedirect "herestring_redirect",
        Pipeline "pipeline", List "list", CompoundStatement "compound_statement", Subshell "subshell",
        IfStatement "if_statement", ElifClause "elif_clause", ElseClause "else_clause",
        WhileStatement "while_statement", ForStatement "for_statement",
        CStyleForStatement "c_style_for_statement", DoGroup "do_group", CaseStatement "case_statement",
        CaseItem "case_item", FunctionDefinition "function_definition",
        NegatedCommand "negated_command", Regex "regex", ArithmeticExpansion "arithmetic_expansion",
    }
    fields {
        name, argument, value, body, redirect, destination, operator, variable, index, condition, descriptor,
    }
}

/// How many positional parameters of a function are told apart.
pub(super) const PARAMETERS: u32 = 9;

impl Semantics for Bash {
    fn lower(
        &self,
        graph: &mut Graph,
        source: &Source,
        parent: Option<ScopeId>,
        imports: &[Import],
    ) -> ScopeId {
        Lowering::run(graph, source, parent, imports, self)
    }

    fn constant(&self, name: &str) -> Option<String> {
        bash_values::constant(name)
    }

    fn call_values(&self, eval: &mut Eval<'_>, call: &Call, names: &[&str]) -> Option<Vec<String>> {
        bash_values::call(eval, call, names)
    }

    fn free_is_environment(&self) -> bool {
        true
    }
}

impl Lower for Bash {
    fn frame(&self, l: &Lowering, node: NodeId) -> Frame {
        match Kind::of(l.kind(node)) {
            Kind::FunctionDefinition => Frame::Function,
            Kind::ForStatement | Kind::WhileStatement | Kind::CStyleForStatement => Frame::Loop,
            Kind::ElifClause | Kind::ElseClause | Kind::CaseItem | Kind::Subshell => Frame::Branch,
            Kind::CommandSubstitution | Kind::ProcessSubstitution => Frame::Branch,
            _ => {
                let Node { parent, field, named } = place(l, node);
                match parent_kind(l, parent) {
                    // What follows `then` may not run, nor what follows `&&`.
                    Kind::IfStatement if named && field != fields().condition => Frame::Branch,
                    Kind::List if named && node != parent + 1 => Frame::Branch,
                    _ => Frame::Plain,
                }
            }
        }
    }

    fn declare(&self, l: &mut Lowering, node: NodeId) {
        self.give_input(l, node);
        let f = fields();
        match Kind::of(l.kind(node)) {
            Kind::VariableAssignment => {
                let is_local = self.is_local(l, l.source.tree.node(node).parent);
                if let Some(name) = l.field(node, f.name) {
                    let text = l.text(name).split(['[', '+', '=']).next().unwrap_or_default();
                    declare(l, node, text, is_local);
                }
            }
            Kind::DeclarationCommand if self.is_local(l, node) => {
                let names: Vec<NodeId> =
                    l.named(node).filter(|&name| Kind::of(l.kind(name)) == Kind::VariableName).collect();
                for name in names {
                    declare(l, node, l.text(name), true);
                }
            }
            Kind::ForStatement => {
                if let Some(name) = l.field(node, f.variable) {
                    declare(l, node, l.text(name), false);
                }
            }
            Kind::UnsetCommand => {
                let names: Vec<NodeId> = l.named(node).collect();
                for name in names {
                    declare(l, node, l.text(name), false);
                }
            }
            Kind::FunctionDefinition => {
                if let Some(name) = l.field(node, f.name) {
                    let name = format!("{}()", l.text(name));
                    declare(l, node, &name, false);
                }
            }
            Kind::Expansion => {
                let assigns =
                    l.named(node).next().filter(|&name| Kind::of(l.kind(name)) == Kind::VariableName);
                let is_default = |l: &Lowering, id| {
                    l.source.tree.node(id).field == f.operator && matches!(l.text(id), "=" | ":=")
                };
                if let Some(name) = assigns
                    && l.source.tree.children(node).any(|child| is_default(l, child))
                {
                    declare(l, node, l.text(name), false);
                }
            }
            Kind::FileRedirect => {
                if let Some(name) = opened(l, node) {
                    declare(l, node, &name, false);
                }
            }
            Kind::Command => {
                for (name, _) in self.set_by(l, node) {
                    declare(l, node, &name, false);
                }
            }
            _ => {}
        }
    }

    fn value(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        match Kind::of(l.kind(node)) {
            Kind::Word => bash_words::word(l, node),
            Kind::Number | Kind::BraceExpression | Kind::Regex => {
                let value = l.literal(node, l.text(node));
                l.alias(node, value);
            }
            Kind::RawString => bash_words::raw_string(l, node),
            Kind::AnsiString => bash_words::ansi_string(l, node),
            Kind::String => bash_words::string(l, node),
            Kind::TranslatedString => {
                if let Some(value) = l.named(node).next().and_then(|inner| l.value(inner)) {
                    l.alias(node, value);
                }
            }
            Kind::Concatenation => bash_words::concatenation(l, node),
            Kind::SimpleExpansion => bash_words::simple_expansion(l, node),
            Kind::Expansion => bash_words::expansion(l, node),
            Kind::Subscript => bash_words::subscript(l, node),
            Kind::Array => bash_words::array(l, node),
            Kind::HeredocBody => bash_words::heredoc_body(l, node),
            Kind::CommandSubstitution | Kind::ProcessSubstitution => self.substitution(l, node),
            Kind::FileRedirect => self.file_redirect(l, node),
            Kind::HerestringRedirect => {
                let word = l.named(node).find(|&child| l.source.tree.node(child).field != f.descriptor);
                let value = l.operand_or_unknown(word, node);
                l.alias(node, value);
            }
            Kind::HeredocRedirect => {
                let body = l.named(node).find(|&child| Kind::of(l.kind(child)) == Kind::HeredocBody);
                let value = l.operand_or_unknown(body, node);
                l.alias(node, value);
            }
            Kind::Command => self.command(l, node),
            Kind::RedirectedStatement => self.redirected(l, node),
            Kind::Pipeline => self.pipeline(l, node, None),
            Kind::VariableAssignment => self.assignment(l, node),
            Kind::UnsetCommand => {
                let names: Vec<NodeId> = l.named(node).collect();
                for name in names {
                    let empty = l.constant(name, "");
                    l.define(name, l.text(name), empty, node);
                }
            }
            Kind::DeclarationCommand => {
                l.set(node, Op::Unknown(Vec::new()));
            }
            Kind::ForStatement => {
                let items: Vec<NodeId> = l
                    .source
                    .tree
                    .children(node)
                    .filter(|&child| l.source.tree.node(child).field == f.value)
                    .collect();
                // `"${files[@]}"` stands for each of them.
                let is_array =
                    |l: &Lowering, item| l.text(item).contains("[@]}") || l.text(item).contains("[*]}");
                let items = items.into_iter().map(|item| match l.operand(item) {
                    all if is_array(l, item) => l.make(item, Op::Element(all)),
                    one => one,
                });
                let items: Vec<ValueId> = items.collect();
                let list = l.make(node, Op::List(items));
                let element = l.make(node, Op::Element(list));
                if let Some(name) = l.field(node, f.variable) {
                    l.define(name, l.text(name), element, name);
                }
                self.gather(l, node);
            }
            Kind::FunctionDefinition => self.function(l, node),
            Kind::List
            | Kind::CompoundStatement
            | Kind::Subshell
            | Kind::IfStatement
            | Kind::ElifClause
            | Kind::ElseClause
            | Kind::WhileStatement
            | Kind::CStyleForStatement
            | Kind::DoGroup
            | Kind::CaseStatement
            | Kind::CaseItem
            | Kind::NegatedCommand => self.gather(l, node),
            _ if l.kind(node) == ERROR_KIND => self.misread(l, node),
            _ => {}
        }
    }
}

/// Where a node stands.
pub(super) struct Node {
    pub parent: NodeId,
    pub field: u16,
    pub named: bool,
}

pub(super) fn place(l: &Lowering, node: NodeId) -> Node {
    let node = l.source.tree.node(node);
    Node { parent: node.parent, field: node.field, named: node.named }
}

pub(super) fn parent_kind(l: &Lowering, parent: NodeId) -> Kind {
    if parent == NONE { Kind::Other } else { Kind::of(l.kind(parent)) }
}

/// Declares a variable: a function's own if it says so or did before, else the file's.
pub(super) fn declare(l: &mut Lowering, node: NodeId, name: &str, is_local: bool) {
    let scope = l.scope(node);
    if is_local {
        l.graph.declare(scope, name);
    } else if l.graph.lookup(scope, name).is_none() {
        let root = l.scope(0);
        l.graph.declare(root, name);
    }
}

impl Bash {
    /// A function's positional parameters and its standard input, which is returned.
    pub(super) fn parameters(&self, l: &mut Lowering, body: NodeId) -> ValueId {
        let Some(func) = l.enclosing_function(body) else { return u32::MAX };
        let scope = l.scope(body);
        let mut all = Vec::new();
        for index in 0..=PARAMETERS {
            let name = (index + 1).to_string();
            let value = l.make(body, Op::Param(func, index));
            all.push(value);
            let is_rest = index == PARAMETERS;
            l.graph.funcs[func as usize].params.push(Param { name: "".into(), is_rest, is_keywords: false });
            if !is_rest {
                let var = l.graph.declare(scope, &name);
                l.graph.vars[var as usize].defs.push(Def { value, at: body, node: body, source: l.index });
            }
        }
        let list = l.make(body, Op::List(all));
        let var = l.graph.declare(scope, "@");
        l.graph.vars[var as usize].defs.push(Def { value: list, at: body, node: body, source: l.index });
        l.graph.funcs[func as usize].params.push(Param {
            name: STDIN.into(),
            is_rest: false,
            is_keywords: false,
        });
        l.make(body, Op::Param(func, PARAMETERS + 1))
    }

    pub(super) fn is_local(&self, l: &Lowering, node: NodeId) -> bool {
        node != NONE
            && Kind::of(l.kind(node)) == Kind::DeclarationCommand
            && l.enclosing_function(node).is_some()
            && ["local", "declare", "typeset"].iter().any(|word| l.text(node).starts_with(word))
    }

    pub(super) fn assignment(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(name) = l.field(node, f.name) else { return };
        let value = match l.field(node, f.value) {
            Some(value) => l.operand(value),
            None => l.constant(node, ""),
        };
        l.alias(node, value);
        let parent = place(l, node).parent;
        // `A=1 command` sets it for that command alone.
        if parent_kind(l, parent) == Kind::Command && l.field(parent, f.name).is_some() {
            return;
        }
        if l.text(name) == "PROMPT_COMMAND" {
            self.runs_text(l, node, value);
        }
        let adds = l.source.tree.children(node).any(|child| l.text(child) == "+=");
        if Kind::of(l.kind(name)) == Kind::Subscript {
            let object = match l.field(name, f.name) {
                Some(inner) => l.name(inner, l.text(inner)),
                None => return,
            };
            if let Some(key) = l.field(name, f.index) {
                let key = bash_words::unquoted(l.text(key));
                l.store(object, &key, value);
            }
            l.put(object, value);
            return;
        }
        let text = l.text(name);
        if !adds {
            l.define(name, text, value, node);
            return;
        }
        let before = l.name(name, text);
        let items = match l.graph.op(value) {
            Op::List(items) => items.clone(),
            _ => Vec::new(),
        };
        for item in items {
            l.put(before, item);
        }
        let both = l.make(node, Op::Concat(vec![before, value]));
        l.define(name, text, both, node);
    }

    pub(super) fn function(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(func) = l.function_of(node) else { return };
        let printed = l.field(node, f.body).and_then(|body| l.value(body));
        l.graph.funcs[func as usize].returns.extend(printed);
        let value = l.set(node, Op::Function(func));
        if let Some(name) = l.field(node, f.name) {
            l.define(node, &format!("{}()", l.text(name)), value, name);
        }
    }

    /// What a compound statement prints: what the statements in it do.
    pub(super) fn gather(&self, l: &mut Lowering, node: NodeId) {
        let children: Vec<NodeId> =
            l.named(node).filter(|&child| is_statement(Kind::of(l.kind(child)))).collect();
        let mut parts = Vec::with_capacity(children.len());
        for child in children {
            parts.extend(self.output(l, child));
        }
        // One that prints alone is worth what it prints, and so is `which curl || which wget`.
        let is_either = Kind::of(l.kind(node)) == Kind::List
            && l.source.tree.children(node).any(|child| l.text(child) == "||");
        l.set(node, if parts.len() == 1 || is_either { Op::Choice(parts) } else { Op::Unknown(parts) });
    }
}

pub(super) fn is_statement(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Command
            | Kind::RedirectedStatement
            | Kind::Pipeline
            | Kind::List
            | Kind::CompoundStatement
            | Kind::Subshell
            | Kind::IfStatement
            | Kind::ElifClause
            | Kind::ElseClause
            | Kind::WhileStatement
            | Kind::ForStatement
            | Kind::CStyleForStatement
            | Kind::DoGroup
            | Kind::CaseStatement
            | Kind::CaseItem
            | Kind::NegatedCommand
    )
}
