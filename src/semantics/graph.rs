//! The value graph: what a program's expressions are made of, the same for every language.
//!
//! A semantics module lowers its language's tree to this graph; names, values and flow are then
//! answered here, once. Code nested in strings is lowered into the graph of its file, so that a
//! secret read in Python and sent by a `curl` in a string is one path.

use crate::queries::lexicon::Lexicon;
use crate::source::{NONE, NodeId, Source};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Index of a value.
pub type ValueId = u32;
/// Index of a variable.
pub type VarId = u32;
/// Index of a scope.
pub type ScopeId = u32;
/// Index of a function.
pub type FuncId = u32;
/// Index of a class.
pub type ClassId = u32;

/// What a value is made of.
#[derive(Clone, Debug)]
pub enum Op {
    /// Made of its parts in a way that is not modelled; what is in them may be in it.
    Unknown(Vec<ValueId>),
    /// A constant, as text. Numbers too.
    Text(Rc<str>),
    /// Texts one after the other.
    Concat(Vec<ValueId>),
    /// A path put together from parts; an absolute part starts anew.
    Path(Vec<ValueId>),
    /// A variable where it is used.
    Use(VarId),
    /// A name that nothing in the file binds: a builtin, a global, a variable of the environment.
    Free(Rc<str>),
    /// Something outside the file by its dotted name: an imported module or a part of one.
    Outside(Rc<str>),
    /// `a.b`
    Member(ValueId, Rc<str>),
    /// `a[b]`
    Index(ValueId, ValueId),
    /// Any one element of a container: what a loop variable holds.
    Element(ValueId),
    /// A call, or a command.
    Call(Rc<Call>),
    /// A command's name: what is run is the text of the first, the others are its words.
    Command(Rc<[ValueId]>),
    /// A list, tuple or array.
    List(Vec<ValueId>),
    /// A dictionary or object: keys that are constant, and values.
    Object(Vec<(Option<Rc<str>>, ValueId)>),
    /// A function of the file.
    Function(FuncId),
    /// A class of the file.
    Class(ClassId),
    /// An object of a class of the file: `self`, `this`.
    Instance(ClassId),
    /// What a function is handed in this place.
    Param(FuncId, u32),
    /// One of several: a conditional, a default.
    Choice(Vec<ValueId>),
    /// The name of the variable that a value uses, where only the environment can have set it.
    NameOf(ValueId),
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub callee: ValueId,
    /// What it is handed.
    pub args: Vec<Arg>,
}

/// One argument.
#[derive(Clone, Debug)]
pub struct Arg {
    /// Keyword, or `<stdin>` for what a command reads.
    pub name: Option<Rc<str>>,
    /// The value.
    pub value: ValueId,
    /// `*args`, `...args`: its elements are the arguments.
    pub spread: bool,
}

impl Arg {
    /// A positional argument.
    pub fn plain(value: ValueId) -> Self {
        Arg { name: None, value, spread: false }
    }

    /// A named one.
    pub fn named(name: &str, value: ValueId) -> Self {
        Arg { name: Some(name.into()), value, spread: false }
    }
}

/// The name of the argument that is a command's standard input.
pub const STDIN: &str = "<stdin>";

impl Call {
    /// The positional arguments before any spread.
    pub fn positional(&self, index: usize) -> Option<ValueId> {
        let mut plain = self.args.iter().take_while(|arg| !arg.spread).filter(|arg| arg.name.is_none());
        plain.nth(index).map(|arg| arg.value)
    }

    /// The argument by its keyword.
    pub fn keyword(&self, name: &str) -> Option<ValueId> {
        self.args.iter().find(|arg| arg.name.as_deref() == Some(name)).map(|arg| arg.value)
    }
}

/// One value and the node it stands for.
#[derive(Clone, Debug)]
pub struct Value {
    /// What it is made of.
    pub op: Op,
    /// Index of its source.
    pub source: u32,
    /// Its node there.
    pub node: NodeId,
}

/// A variable.
#[derive(Debug, Default)]
pub struct Var {
    /// Its name.
    pub name: Rc<str>,
    /// Where it is bound.
    pub scope: ScopeId,
    /// What it is set to, in order of place once lowering is done.
    pub defs: Vec<Def>,
    /// Those of them that stand in other functions than its own.
    pub elsewhere: Vec<Def>,
    /// What is put into the object it holds: `x.append(v)`, `x[k] = v`.
    pub contents: Vec<ValueId>,
    /// Attributes set on it: `x.a = v`.
    pub fields: FxHashMap<Rc<str>, Vec<ValueId>>,
}

/// A folder that code goes to, for what comes after.
#[derive(Clone, Copy, Debug)]
pub struct Folder {
    /// The source.
    pub source: u32,
    /// Nodes from here on see it.
    pub from: NodeId,
    /// Nodes before this one.
    pub to: NodeId,
    /// Its path; `None` for one that is not known.
    pub path: Option<ValueId>,
}

/// One assignment.
#[derive(Clone, Copy, Debug)]
pub struct Def {
    /// What is assigned.
    pub value: ValueId,
    /// Uses at nodes from here on see it.
    pub at: NodeId,
    /// The node that assigns.
    pub node: NodeId,
    /// Its source.
    pub source: u32,
}

/// From how many modules a scope may have all names: each free name may be of any of them.
pub const MAX_STARS: usize = 32;

impl Scope {
    /// All names of a module may be bound here.
    pub fn add_star(&mut self, module: &str) {
        if self.stars.len() <= MAX_STARS && self.stars.iter().all(|known| &**known != module) {
            self.stars.push(module.into());
        }
    }
}

/// A scope.
#[derive(Debug, Default)]
pub struct Scope {
    /// The scope around it.
    pub parent: Option<ScopeId>,
    /// The scope whose code runs as one: the function's, or the module's.
    pub body: ScopeId,
    /// Names bound here.
    pub names: FxHashMap<Rc<str>, VarId>,
    /// Modules whose every name may be bound here (`from m import *`), each once, and one more than
    /// [`MAX_STARS`] where there are more.
    pub stars: Vec<Rc<str>>,
    /// The function it belongs to.
    pub function: Option<FuncId>,
    /// The class it is the body of.
    pub class: Option<ClassId>,
}

/// A function.
#[derive(Debug, Default)]
pub struct Func {
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it returns or yields.
    pub returns: Vec<ValueId>,
    /// Its first parameter is the object.
    pub has_self: bool,
    /// The class it is a method of.
    pub class: Option<ClassId>,
    /// Calls of it, found by [`super::eval::Eval`].
    pub sites: Vec<ValueId>,
    /// What it calls with all that it is handed: it is but another name for them.
    pub forwards: Vec<ValueId>,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// Its name, for keywords; empty for a pattern.
    pub name: Rc<str>,
    /// Takes all further positional arguments.
    pub is_rest: bool,
    /// Takes all further keywords.
    pub is_keywords: bool,
}

/// A class.
#[derive(Debug, Default)]
pub struct Class {
    /// Its body's scope: methods and class attributes, and what is set on `self`.
    pub scope: ScopeId,
    /// What it derives from.
    pub bases: Vec<ValueId>,
}

/// What the graph keeps of one source.
#[derive(Debug, Default)]
pub struct SourceMap {
    /// The value of each node, `u32::MAX` for none.
    pub values: Vec<ValueId>,
    /// The scope of each node.
    pub scopes: Vec<ScopeId>,
    /// For each node the innermost node around it that may not run, or not once.
    pub regions: Vec<NodeId>,
    /// For each node the outermost loop around it in its function, `NONE` outside loops.
    pub loops: Vec<NodeId>,
}

/// The graph of a file.
#[derive(Debug, Default)]
pub struct Graph {
    /// All values.
    pub values: Vec<Value>,
    /// All variables.
    pub vars: Vec<Var>,
    /// All scopes.
    pub scopes: Vec<Scope>,
    /// All functions.
    pub funcs: Vec<Func>,
    /// All classes.
    pub classes: Vec<Class>,
    /// By source.
    pub maps: Vec<SourceMap>,
    /// What nested code puts out, by the value that runs it.
    pub outputs: FxHashMap<ValueId, Vec<ValueId>>,
    /// Attributes set on anything, by name, for flow.
    pub stores: FxHashMap<Rc<str>, Vec<ValueId>>,
    /// What is put into what an attribute holds, by the attribute's name: `self.x.append(v)`.
    pub puts: FxHashMap<Rc<str>, Vec<ValueId>>,
    /// Functions set as an attribute of an object, which will hand them what it has: the object
    /// and the function.
    pub handlers: Vec<(ValueId, ValueId)>,
    /// Where in its source a constant's text begins, if not where its node does.
    pub starts: FxHashMap<ValueId, u32>,
    /// Names that code run in its caller's scope sets, or a page's scripts, for uses that nothing
    /// else binds.
    pub exported: FxHashMap<Rc<str>, VarId>,
    /// What names held by variables are compared with where they are used; see `picks`.
    pub picks: FxHashMap<VarId, Vec<ValueId>>,
    /// Functions that pick names: by function, the variable that it is handed one in.
    pub filters: FxHashMap<FuncId, VarId>,
    /// Defaults of options of the command line, by their names.
    pub options: FxHashMap<Rc<str>, Vec<ValueId>>,
    /// Folders that the code goes to; see `folders`.
    pub folders: Vec<Folder>,
    /// The list of clients: what is made with the address it talks to.
    pub clients: Option<Arc<Lexicon>>,
    /// Every call, in the order of its making.
    pub calls: Vec<ValueId>,
    /// What the source about to be lowered finds on its standard input.
    pub input: Option<ValueId>,
}

/// How many assignments a use looks back over, and how many it may have.
pub(super) const MAX_DEFS: usize = 128;

impl Graph {
    /// The method that a call of a class runs.
    pub fn constructor(&self, class: ClassId) -> Option<FuncId> {
        let names = &self.scopes[self.classes[class as usize].scope as usize].names;
        let var = names.get("__init__").or_else(|| names.get("constructor"))?;
        self.vars[*var as usize].defs.iter().find_map(|def| match self.op(def.value) {
            Op::Function(func) => Some(*func),
            _ => None,
        })
    }

    /// The value of a node.
    pub fn value_at(&self, source: usize, node: NodeId) -> Option<ValueId> {
        let id = *self.maps.get(source)?.values.get(node as usize)?;
        (id != u32::MAX).then_some(id)
    }

    /// What a value is made of.
    pub fn op(&self, value: ValueId) -> &Op {
        &self.values[value as usize].op
    }

    /// The assignments that a use of `var` at `value` may see: the last one that surely ran, and
    /// those that may have come after it. Seen from another function, all.
    pub fn reaching(&self, var: VarId, value: ValueId, sources: &[Source]) -> Vec<Def> {
        let defs = &self.vars[var as usize].defs;
        let Value { source, node, .. } = self.values[value as usize];
        let map = &self.maps[source as usize];
        let here = self.scopes[map.scopes[node as usize] as usize].body;
        let there = self.scopes[self.vars[var as usize].scope as usize].body;
        let foreign = |def: &Def| def.source != source;
        if here != there || defs.iter().take(MAX_DEFS).any(foreign) {
            return defs.iter().rev().take(MAX_DEFS).copied().collect();
        }
        let tree = &sources[source as usize].tree;
        let split = defs.partition_point(|def| def.at <= node);
        let mut out = Vec::new();
        for def in defs[..split].iter().rev().take(MAX_DEFS) {
            out.push(*def);
            if tree.is_within(node, map.regions[def.node as usize]) {
                break;
            }
        }
        // A function that sets it may run at any time, wherever it stands.
        for def in &self.vars[var as usize].elsewhere {
            if out.iter().all(|seen: &Def| seen.value != def.value) {
                out.push(*def);
            }
        }
        let outer_loop = map.loops[node as usize];
        if outer_loop != NONE {
            let end = tree.node(outer_loop).end;
            let later = defs[split..].iter().take_while(|def| def.node < end);
            out.extend(later.take(MAX_DEFS));
        }
        out
    }

    /// The variable of a name, seen from a scope.
    pub fn lookup(&self, scope: ScopeId, name: &str) -> Option<VarId> {
        let mut at = Some(scope);
        // Deeper nesting than this is nobody's program; the name is then taken for a free one.
        for _ in 0..512 {
            let id = at?;
            let scope_at = &self.scopes[id as usize];
            // A class's attributes are no names for the code of its methods.
            let sees = scope_at.class.is_none() || id == scope;
            if let Some(&var) = scope_at.names.get(name).filter(|_| sees) {
                return Some(var);
            }
            at = scope_at.parent;
        }
        None
    }

    /// Makes the names of a scope known to uses that nothing else binds, beside what they are known
    /// as already.
    pub fn export(&mut self, scope: ScopeId) {
        let names = self.scopes[scope as usize].names.iter();
        let mut names: Vec<(Rc<str>, VarId)> = names.map(|(name, &var)| (name.clone(), var)).collect();
        names.sort_by_key(|&(_, var)| var);
        for (name, var) in names {
            let known = *self.exported.entry(name).or_insert(var);
            if known != var {
                let defs = self.vars[var as usize].defs.clone();
                self.vars[known as usize].defs.extend(defs);
            }
        }
    }

    /// What a free name may be set to by code that was run in the scope of its caller.
    pub fn exported_defs(&self, name: &str) -> &[Def] {
        self.exported.get(name).map_or(&[], |&var| &self.vars[var as usize].defs)
    }

    /// The variable of a name in exactly this scope, made if it is not there.
    pub fn declare(&mut self, scope: ScopeId, name: &str) -> VarId {
        if let Some(&var) = self.scopes[scope as usize].names.get(name) {
            return var;
        }
        let name: Rc<str> = name.into();
        self.vars.push(Var { name: name.clone(), scope, ..Var::default() });
        let var = self.vars.len() as VarId - 1;
        self.scopes[scope as usize].names.insert(name, var);
        var
    }

    /// The function that a call hands on all that it is handed: `f(*args)` in `def g(*args)`.
    pub fn forwarder(&self, value: ValueId) -> Option<FuncId> {
        let Op::Call(call) = self.op(value) else { return None };
        let first = match self.op(call.callee) {
            // A shell function may add words of its own: `f() { curl -s "$@"; }`.
            Op::Command(words) => {
                let last = call.args.iter().rfind(|arg| arg.name.is_none() && arg.spread);
                last.map(|arg| arg.value).or(words.first().copied())?
            }
            _ => call.args.first().filter(|arg| arg.spread)?.value,
        };
        let all = |func: FuncId, index: u32| {
            let func = &self.funcs[func as usize];
            let param = func.params.get(index as usize)?;
            let is_first = index as usize == usize::from(func.has_self);
            (is_first && (param.is_rest || param.is_keywords)).then_some(())
        };
        match self.op(first) {
            Op::Use(var) => {
                self.vars[*var as usize].defs.iter().take(8).find_map(|def| match *self.op(def.value) {
                    Op::Param(func, index) => all(func, index).map(|()| func),
                    // `"$@"`
                    Op::List(ref words) => match words.first().map(|&word| self.op(word)) {
                        Some(&Op::Param(func, 0)) => Some(func),
                        _ => None,
                    },
                    _ => None,
                })
            }
            // JavaScript's own name for all that a function is handed.
            Op::Free(name) if &**name == "arguments" => {
                let Value { source, node, .. } = self.values[value as usize];
                let scope = self.maps[source as usize].scopes[node as usize];
                let body = self.scopes[scope as usize].body;
                self.scopes[body as usize].function
            }
            _ => None,
        }
    }

    /// The arguments that a call hands to a function's parameter.
    pub fn arguments(&self, call: &Call, func: FuncId, index: u32) -> Vec<ValueId> {
        let func = &self.funcs[func as usize];
        let Some(param) = func.params.get(index as usize) else { return Vec::new() };
        let skipped = usize::from(func.has_self);
        let mut out = Vec::new();
        let mut position = skipped;
        for arg in &call.args {
            match &arg.name {
                _ if arg.spread => out.push(arg.value),
                Some(name) => {
                    if *name == param.name
                        || (param.is_keywords && func.params.iter().all(|p| p.name != *name))
                    {
                        out.push(arg.value);
                    }
                }
                None => {
                    if position == index as usize || (param.is_rest && position > index as usize) {
                        out.push(arg.value);
                    }
                    position += 1;
                }
            }
        }
        out
    }
}
