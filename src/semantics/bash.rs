//! Bash: its tree as values. The value of a command is what it prints.

use super::eval::Eval;
use super::grammar::grammar;
use super::graph::*;
use super::lower::{Frame, Import, Lower, Lowering};
use super::{Semantics, bash_values, bash_words};
use crate::language::Language;
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
const PARAMETERS: u32 = 9;

/// Commands that read nothing from their standard input, so that a loop's file does not seem to
/// be in what they print.
const DEAF: &[&str] = &[
    "echo", "printf", "true", "false", ":", "cd", "export", "test", "[", "mkdir", "rm", "rmdir", "ls",
    "sleep", "date", "pwd", "exit", "return", "break", "continue", "shift", "local", "touch", "chmod",
    "chown", "kill", "wait", "hash", "basename", "dirname", "mktemp", "env", "printenv", "set", "trap",
    "alias",
];

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
        let tree = &l.source.tree;
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
                    _ => {
                        let _ = tree;
                        Frame::Plain
                    }
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
                let items = items.into_iter().map(|item| l.operand(item)).collect();
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
            _ => {}
        }
    }
}

/// Where a node stands.
struct Node {
    parent: NodeId,
    field: u16,
    named: bool,
}

fn place(l: &Lowering, node: NodeId) -> Node {
    let node = l.source.tree.node(node);
    Node { parent: node.parent, field: node.field, named: node.named }
}

fn parent_kind(l: &Lowering, parent: NodeId) -> Kind {
    if parent == NONE { Kind::Other } else { Kind::of(l.kind(parent)) }
}

/// Declares a variable: a function's own if it says so or did before, else the file's.
fn declare(l: &mut Lowering, node: NodeId, name: &str, is_local: bool) {
    let scope = l.scope(node);
    if is_local {
        l.graph.declare(scope, name);
    } else if l.graph.lookup(scope, name).is_none() {
        let root = l.scope(0);
        l.graph.declare(root, name);
    }
}

/// The variable that stands for a file descriptor which a redirection opens: `3<>/dev/tcp/h/80`.
fn opened(l: &Lowering, redirect: NodeId) -> Option<String> {
    let number = l.text(l.field(redirect, fields().descriptor)?);
    let to = l.field(redirect, fields().destination)?;
    let is_new = Kind::of(l.kind(to)) != Kind::Number && !matches!(number, "0" | "1" | "2");
    is_new.then(|| format!("&{number}"))
}

/// The operator of a redirection: `>`, `<`, `&>>`.
fn redirection<'a>(l: &Lowering<'a>, redirect: NodeId) -> &'a str {
    let text = l.text(redirect).trim_start_matches(|c: char| c.is_ascii_digit());
    let end = text.find(|c| !matches!(c, '<' | '>' | '&' | '|')).unwrap_or(text.len());
    &text[..end]
}

fn is_input(l: &Lowering, redirect: NodeId) -> bool {
    match Kind::of(l.kind(redirect)) {
        Kind::HeredocRedirect | Kind::HerestringRedirect => true,
        Kind::FileRedirect => matches!(redirection(l, redirect), "<" | "<&"),
        _ => false,
    }
}

impl Bash {
    /// Gives a node its standard input: its own if something is redirected or piped into it, else
    /// that of what stands around it. The value is put in later, where it is known.
    fn give_input(&self, l: &mut Lowering, node: NodeId) {
        if node == 0 {
            l.inputs = vec![u32::MAX; l.source.tree.len()];
            l.inputs[0] = l.graph.input.take().unwrap_or(u32::MAX);
            return;
        }
        let Node { parent, field, named } = place(l, node);
        let kind = Kind::of(l.kind(node));
        let inside = parent_kind(l, parent);
        let is_piped =
            inside == Kind::Pipeline && named && (node != parent + 1 || self.is_after_heredoc(l, parent));
        let is_redirected = matches!(kind, Kind::RedirectedStatement | Kind::Command)
            && l.named(node).any(|child| is_input(l, child));
        let takes = kind == Kind::ProcessSubstitution && l.text(node).starts_with('>');
        let is_function = inside == Kind::FunctionDefinition && field == fields().body;
        l.inputs[node as usize] = if is_function {
            self.parameters(l, node)
        } else if is_piped || is_redirected || takes {
            l.make(node, Op::Choice(Vec::new()))
        } else {
            l.inputs[parent as usize]
        };
    }

    /// `cat <<E | grep x`: the pipeline stands inside the here-document's redirection.
    fn is_after_heredoc(&self, l: &Lowering, pipeline: NodeId) -> bool {
        parent_kind(l, place(l, pipeline).parent) == Kind::HeredocRedirect
    }

    /// Puts a value into the standard input that a node was given.
    fn feed(&self, l: &mut Lowering, node: NodeId, from: ValueId) {
        let input = l.inputs[node as usize];
        if let Some(Op::Choice(parts)) = l.graph.values.get_mut(input as usize).map(|value| &mut value.op) {
            parts.push(from);
        }
    }

    /// A function's positional parameters and its standard input, which is returned.
    fn parameters(&self, l: &mut Lowering, body: NodeId) -> ValueId {
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

    fn is_local(&self, l: &Lowering, node: NodeId) -> bool {
        node != NONE
            && Kind::of(l.kind(node)) == Kind::DeclarationCommand
            && l.enclosing_function(node).is_some()
            && ["local", "declare", "typeset"].iter().any(|word| l.text(node).starts_with(word))
    }

    /// The variables that a builtin sets, each with the node that names it.
    fn set_by(&self, l: &Lowering, node: NodeId) -> Vec<(String, NodeId)> {
        let Some(name) = l.field(node, fields().name) else { return Vec::new() };
        let words = || arguments(l, node).into_iter().map(|word| (l.text(word), word));
        let plain = |(text, word): (&str, NodeId)| {
            let text = bash_words::unquoted(text);
            (text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')).then_some((text, word))
        };
        match l.text(name) {
            "read" | "mapfile" | "readarray" => words().filter_map(plain).collect(),
            "getopts" => words().skip(1).filter_map(plain).collect(),
            "printf" => {
                let is_set = words().next().is_some_and(|(text, _)| text == "-v");
                words().skip(1).take(usize::from(is_set)).filter_map(plain).collect()
            }
            "alias" => words()
                .filter_map(|(text, word)| {
                    Some((format!("{} alias", bash_words::unquoted(text.split_once('=')?.0)), word))
                })
                .collect(),
            "set" => {
                let after = words().skip_while(|(text, _)| *text != "--").skip(1).take(PARAMETERS as usize);
                after.enumerate().map(|(index, (_, word))| ((index + 1).to_string(), word)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn command(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(name) = l.field(node, f.name) else { return };
        let inner = l.named(name).next();
        let name_value = l.operand_or_unknown(inner, name);
        let split = inner.and_then(|_| bash_words::braces(l.text(name)));
        let mut words = match split {
            Some(split) => split.iter().map(|word| l.literal(name, word)).collect(),
            None => vec![name_value],
        };
        let mut args: Vec<Arg> = words.iter().skip(1).map(|&word| Arg::plain(word)).collect();
        for argument in arguments(l, node) {
            let value = l.operand(argument);
            let text = l.text(argument);
            words.push(value);
            args.push(Arg {
                name: None,
                value,
                spread: text.contains("[@]") || text.contains("$@") || text.contains("$*"),
            });
        }
        // A variable set for this command alone.
        let assignments: Vec<NodeId> =
            l.named(node).filter(|&child| Kind::of(l.kind(child)) == Kind::VariableAssignment).collect();
        for assignment in assignments {
            let value = l.operand_or_unknown(l.field(assignment, f.value), assignment);
            let name = l.field(assignment, f.name).map_or("", |name| l.text(name));
            args.push(Arg::named(name, value));
        }
        let input = l.inputs[node as usize];
        let text = l.text(name);
        if input != u32::MAX && !DEAF.contains(&text) {
            args.push(Arg::named(STDIN, input));
        }
        let callee = l.set(name, Op::Command(words.into()));
        let call = l.set(node, Op::Call(Call { callee, args }.into()));
        let redirects: Vec<NodeId> = l
            .source
            .tree
            .children(node)
            .filter(|&child| l.source.tree.node(child).field == f.redirect)
            .collect();
        for redirect in redirects {
            self.redirect(l, node, redirect, call);
        }
        let substitutions: Vec<NodeId> = arguments(l, node)
            .into_iter()
            .filter(|&word| Kind::of(l.kind(word)) == Kind::ProcessSubstitution)
            .collect();
        for substitution in substitutions {
            if l.text(substitution).starts_with('>') {
                self.feed(l, substitution, call);
            }
        }
        self.assign_builtin(l, node, text, call);
    }

    /// What `read`, `mapfile`, `printf -v`, `alias`, `set --` and `shift` set.
    fn assign_builtin(&self, l: &mut Lowering, node: NodeId, name: &str, call: ValueId) {
        let input = l.inputs[node as usize];
        let set = self.set_by(l, node);
        let one = set.len() == 1;
        for (variable, word) in set {
            let value = match name {
                "printf" => call,
                "alias" => bash_words::after_equals(l, word),
                "set" => l.operand(word),
                "getopts" => l.make(word, Op::Unknown(Vec::new())),
                _ if input == u32::MAX => l.make(word, Op::Unknown(Vec::new())),
                _ if one => l.make(word, Op::Choice(vec![input])),
                _ => l.make(word, Op::Unknown(vec![input])),
            };
            l.define(word, &variable, value, node);
        }
        if name == "shift" && l.enclosing_function(node).is_some() {
            let all = l.make(node, Op::Free("@".into()));
            let all = match l.graph.lookup(l.scope(node), "@") {
                Some(var) => l.make(node, Op::Use(var)),
                None => all,
            };
            let element = l.make(node, Op::Element(all));
            l.define(node, "1", element, node);
        }
    }

    /// `$( … )`, `<( … )`: what the commands inside print.
    fn substitution(&self, l: &mut Lowering, node: NodeId) {
        let mut parts = Vec::new();
        let children: Vec<NodeId> = l.named(node).collect();
        for &child in &children {
            let redirects = Kind::of(l.kind(child)) == Kind::FileRedirect;
            if redirects || is_statement(Kind::of(l.kind(child))) {
                parts.extend(self.output(l, child));
            }
        }
        // `$(cd "$(dirname "$0")" && pwd)` is that folder.
        if let [list] = children.as_slice()
            && Kind::of(l.kind(*list)) == Kind::List
            && let Some(folder) = self.entered(l, *list)
        {
            l.alias(node, folder);
            return;
        }
        match parts.as_slice() {
            [only] => l.alias(node, *only),
            _ => {
                l.set(node, Op::Unknown(parts));
            }
        }
    }

    /// The folder of `cd folder && pwd`.
    fn entered(&self, l: &Lowering, list: NodeId) -> Option<ValueId> {
        let commands: Vec<NodeId> = l.named(list).collect();
        let [first, second] = commands.as_slice() else { return None };
        let strip = |node: NodeId| match Kind::of(l.kind(node)) {
            Kind::RedirectedStatement => l.field(node, fields().body).unwrap_or(node),
            _ => node,
        };
        let (first, second) = (strip(*first), strip(*second));
        let name = |node| l.field(node, fields().name).map_or("", |name| l.text(name));
        if name(first) != "cd" || name(second) != "pwd" {
            return None;
        }
        let folder = arguments(l, first).into_iter().find(|&word| !l.text(word).starts_with('-'))?;
        l.value(folder)
    }

    /// What a statement prints: that of a plain `cat` is what it reads, that of an `echo` its
    /// words, so that code printed into an interpreter keeps its place.
    fn output(&self, l: &mut Lowering, statement: NodeId) -> Option<ValueId> {
        let value = l.value(statement)?;
        let Op::Call(call) = l.graph.op(value) else { return Some(value) };
        let call = call.clone();
        let Op::Command(words) = l.graph.op(call.callee) else { return Some(value) };
        let constant = |l: &Lowering, value: ValueId| match l.graph.op(value) {
            Op::Text(text) => Some(text.clone()),
            _ => None,
        };
        let name = words.first().and_then(|&name| constant(l, name));
        match name.as_deref() {
            Some("cat") if words.len() == 1 => Some(call.keyword(STDIN).unwrap_or(value)),
            Some("echo") => {
                let words = words.clone();
                let first = words.get(1).and_then(|&word| constant(l, word));
                if first.is_some_and(|text| text.starts_with('-')) || call.args.iter().any(|arg| arg.spread) {
                    return Some(value);
                }
                let node = l.graph.values[value as usize].node;
                let mut parts = Vec::new();
                for &word in words.iter().skip(1) {
                    if !parts.is_empty() {
                        parts.push(l.constant(node, " "));
                    }
                    parts.push(word);
                }
                Some(match parts.as_slice() {
                    [only] => *only,
                    _ => l.make(node, Op::Concat(parts)),
                })
            }
            _ => Some(value),
        }
    }

    fn file_redirect(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let Some(to) = l.field(node, f.destination) else { return };
        if Kind::of(l.kind(to)) == Kind::Number {
            let name = format!("&{}", l.text(to));
            if let Some(var) = l.graph.lookup(l.scope(node), &name) {
                l.set(to, Op::Use(var));
            }
        }
        let to_value = l.operand(to);
        if is_input(l, node) {
            let callee = l.make(node, Op::Outside("<".into()));
            l.set(node, Op::Call(Call { callee, args: vec![Arg::plain(to_value)] }.into()));
        } else {
            l.set(node, Op::Choice(Vec::new()));
        }
        if let Some(name) = opened(l, node) {
            l.define(node, &name, to_value, node);
        }
    }

    /// Carries one redirection of `statement` out, whose output is `printed`.
    fn redirect(&self, l: &mut Lowering, statement: NodeId, redirect: NodeId, printed: ValueId) {
        if is_input(l, redirect) {
            let value = l.operand(redirect);
            self.feed(l, statement, value);
        } else if Kind::of(l.kind(redirect)) == Kind::FileRedirect {
            let value = l.operand(redirect);
            if let Op::Choice(parts) = &mut l.graph.values[value as usize].op {
                parts.push(printed);
            }
        }
    }

    fn redirected(&self, l: &mut Lowering, node: NodeId) {
        let f = fields();
        let body = l.field(node, f.body);
        let printed = match body.and_then(|body| self.output(l, body)) {
            Some(printed) => printed,
            // A redirection alone, as in `< file` or `> file`.
            None => l.make(node, Op::Unknown(Vec::new())),
        };
        let is_code = |l: &Lowering, child| {
            matches!(
                Kind::of(l.kind(child)),
                Kind::FileRedirect | Kind::HeredocRedirect | Kind::HerestringRedirect
            )
        };
        let redirects: Vec<NodeId> = l.named(node).filter(|&child| is_code(l, child)).collect();
        let mut goes_on = true;
        let mut piped = None;
        for redirect in redirects {
            self.redirect(l, node, redirect, printed);
            goes_on &= !self.takes_output(l, redirect);
            if Kind::of(l.kind(redirect)) == Kind::HeredocRedirect {
                let inner: Vec<NodeId> = l.named(redirect).collect();
                for child in inner {
                    match Kind::of(l.kind(child)) {
                        Kind::FileRedirect | Kind::HerestringRedirect => {
                            self.redirect(l, node, child, printed);
                            goes_on &= !self.takes_output(l, child);
                        }
                        Kind::Pipeline => {
                            self.pipeline(l, child, Some(printed));
                            piped = l.value(child);
                        }
                        _ => {}
                    }
                }
            }
        }
        match (piped, goes_on) {
            (Some(piped), _) => l.alias(node, piped),
            (None, true) => l.alias(node, printed),
            (None, false) => {
                l.set(node, Op::Unknown(Vec::new()));
            }
        }
    }

    /// Whether a redirection leaves nothing of the standard output to a pipe.
    fn takes_output(&self, l: &Lowering, redirect: NodeId) -> bool {
        let f = fields();
        let is_file = l.field(redirect, f.destination).is_some_and(|to| Kind::of(l.kind(to)) != Kind::Number);
        let is_output = l.field(redirect, f.descriptor).is_none_or(|number| l.text(number) == "1");
        let operator = redirection(l, redirect);
        Kind::of(l.kind(redirect)) == Kind::FileRedirect && is_file && is_output && operator.contains('>')
    }

    /// Each stage reads what the one before prints; the first one what `from` is.
    fn pipeline(&self, l: &mut Lowering, node: NodeId, from: Option<ValueId>) {
        let stages: Vec<NodeId> = l.named(node).collect();
        let mut printed = from;
        for stage in stages {
            if let Some(printed) = printed {
                self.feed(l, stage, printed);
            }
            printed = self.output(l, stage).or(printed);
        }
        if let Some(printed) = printed {
            l.alias(node, printed);
        }
    }

    fn assignment(&self, l: &mut Lowering, node: NodeId) {
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

    fn function(&self, l: &mut Lowering, node: NodeId) {
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
    fn gather(&self, l: &mut Lowering, node: NodeId) {
        let children: Vec<NodeId> =
            l.named(node).filter(|&child| is_statement(Kind::of(l.kind(child)))).collect();
        let mut parts = Vec::with_capacity(children.len());
        for child in children {
            parts.extend(self.output(l, child));
        }
        l.set(node, Op::Unknown(parts));
    }
}

/// The arguments of a command. An argument after a here-document's mark is one too.
fn arguments(l: &Lowering, command: NodeId) -> Vec<NodeId> {
    let tree = &l.source.tree;
    tree.children(command)
        .filter(|&child| tree.node(child).field == fields().argument && tree.node(child).named)
        .collect()
}

fn is_statement(kind: Kind) -> bool {
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
