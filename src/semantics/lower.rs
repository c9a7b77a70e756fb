//! Lowering: one tree to values, in two loops over its nodes and no recursion.
//!
//! The first loop goes forward: it opens scopes and declares names. The second goes backward, so
//! that a node's children have their values before it asks for them.

use super::eval::ENDPOINT;
use super::graph::*;
use crate::source::{NONE, NodeId, Source};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// What a variable holds by its assignments.
#[derive(Clone, Copy, Default)]
struct Held {
    /// A module: what one connection made through it is told is no other's.
    is_module: bool,
    /// What a call gave.
    is_made: bool,
    /// The object whose class is the first.
    class: Option<ClassId>,
}

/// What a node is for the flow of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing of note.
    Plain,
    /// Its code may not run: a branch.
    Branch,
    /// Its code may run again.
    Loop,
    /// A scope of its own inside the same function.
    Block,
    /// A branch that is a scope of its own.
    BranchBlock,
    /// A loop that is a scope of its own: what its head declares is new each time.
    LoopBlock,
    /// A function.
    Function,
    /// A class.
    Class,
}

/// What one import binds.
#[derive(Clone, Debug)]
pub struct Import {
    /// Index of the pattern of `imports.scm` that found it.
    pub pattern: usize,
    /// The statement.
    pub node: NodeId,
    /// The module as written.
    pub module: String,
    /// What is taken out of it; `*` for all.
    pub binding: Option<String>,
    /// The name it gets.
    pub alias: Option<String>,
}

/// What a language says of its nodes.
pub trait Lower {
    /// The node's part in control flow.
    fn frame(&self, lowering: &Lowering, node: NodeId) -> Frame;
    /// Forward: declare the names that a node binds.
    fn declare(&self, lowering: &mut Lowering, node: NodeId);
    /// Backward: make the node's value and carry out its assignments.
    fn value(&self, lowering: &mut Lowering, node: NodeId);
}

/// One source on its way into the graph.
pub struct Lowering<'a> {
    /// The graph.
    pub graph: &'a mut Graph,
    /// The source.
    pub source: &'a Source,
    /// Its index.
    pub index: u32,
    /// What its imports bind, in the order of their nodes.
    pub imports: &'a [Import],
    /// What each node finds on its standard input, `u32::MAX` for nothing known; for shells.
    pub inputs: Vec<ValueId>,
    /// Where the imports of a statement stand in `imports`.
    imported: rustc_hash::FxHashMap<NodeId, Range<usize>>,
    map: SourceMap,
    /// The function or class that a node is, by node.
    functions: rustc_hash::FxHashMap<NodeId, FuncId>,
    classes: rustc_hash::FxHashMap<NodeId, ClassId>,
    /// `object.name = value`, until all variables are known.
    stores: Vec<(ValueId, Rc<str>, ValueId)>,
    /// What is put into a part of an object: the object, and what.
    parts: Vec<(ValueId, ValueId)>,
    /// Names and what they are compared with, until all variables are known.
    pub(super) picked: Vec<(ValueId, ValueId)>,
}

impl<'a> Lowering<'a> {
    /// Lowers `source`; its outermost scope is inside `parent`. Returns that scope.
    pub fn run(
        graph: &'a mut Graph,
        source: &'a Source,
        parent: Option<ScopeId>,
        imports: &'a [Import],
        language: &dyn Lower,
    ) -> ScopeId {
        let index = graph.maps.len() as u32;
        graph.maps.push(SourceMap::default());
        let len = source.tree.len();
        let map = SourceMap {
            values: vec![u32::MAX; len],
            scopes: vec![0; len],
            regions: vec![0; len],
            loops: vec![NONE; len],
        };
        let first_var = graph.vars.len();
        let mut imported: rustc_hash::FxHashMap<NodeId, Range<usize>> = Default::default();
        for (at, import) in imports.iter().enumerate() {
            imported.entry(import.node).or_insert(at..at).end = at + 1;
        }
        let mut lowering = Lowering {
            graph,
            source,
            index,
            imports,
            inputs: Vec::new(),
            imported,
            map,
            functions: Default::default(),
            classes: Default::default(),
            stores: Vec::new(),
            parts: Vec::new(),
            picked: Vec::new(),
        };
        let root = lowering.open_scope(parent, None, None);
        lowering.forward(root, language);
        for node in (0..len as NodeId).rev() {
            language.value(&mut lowering, node);
        }
        lowering.settle_stores();
        lowering.settle_picks();
        let Lowering { graph, map, .. } = lowering;
        graph.maps[index as usize] = map;
        let Graph { vars, scopes, maps, .. } = graph;
        for var in &mut vars[first_var..] {
            var.defs.sort_by_key(|def| (def.source, def.at, def.node));
            let own = scopes[var.scope as usize].body;
            let body = |def: &Def| scopes[maps[def.source as usize].scopes[def.node as usize] as usize].body;
            var.elsewhere = var.defs.iter().filter(|def| body(def) != own).take(MAX_DEFS).copied().collect();
        }
        root
    }

    fn forward(&mut self, root: ScopeId, language: &dyn Lower) {
        struct Open {
            end: NodeId,
            scope: ScopeId,
            region: NodeId,
            outer_loop: NodeId,
        }
        let mut open = vec![Open { end: NONE, scope: root, region: 0, outer_loop: NONE }];
        for node in 0..self.source.tree.len() as NodeId {
            while open.len() > 1 && open.last().is_some_and(|last| last.end <= node) {
                open.pop();
            }
            let Some(&Open { scope, region, outer_loop, .. }) = open.last() else { return };
            self.map.scopes[node as usize] = scope;
            self.map.regions[node as usize] = region;
            self.map.loops[node as usize] = outer_loop;
            language.declare(self, node);
            let end = self.source.tree.node(node).end;
            let first_loop = if outer_loop == NONE { node } else { outer_loop };
            let inner = match language.frame(self, node) {
                Frame::Plain => continue,
                Frame::Branch => Open { end, scope, region: node, outer_loop },
                Frame::Loop => Open { end, scope, region: node, outer_loop: first_loop },
                Frame::Block => {
                    Open { end, scope: self.open_scope(Some(scope), None, None), region, outer_loop }
                }
                Frame::BranchBlock => {
                    Open { end, scope: self.open_scope(Some(scope), None, None), region: node, outer_loop }
                }
                Frame::LoopBlock => {
                    let scope = self.open_scope(Some(scope), None, None);
                    Open { end, scope, region: node, outer_loop: first_loop }
                }
                Frame::Function => {
                    self.graph.funcs.push(Func::default());
                    let func = self.graph.funcs.len() as FuncId - 1;
                    self.functions.insert(node, func);
                    Open {
                        end,
                        scope: self.open_scope(Some(scope), Some(func), None),
                        region: node,
                        outer_loop: NONE,
                    }
                }
                Frame::Class => {
                    self.graph.classes.push(Class::default());
                    let class = self.graph.classes.len() as ClassId - 1;
                    self.classes.insert(node, class);
                    let inner = self.open_scope(Some(scope), None, Some(class));
                    self.graph.classes[class as usize].scope = inner;
                    Open { end, scope: inner, region, outer_loop }
                }
            };
            open.push(inner);
        }
    }

    fn open_scope(
        &mut self,
        parent: Option<ScopeId>,
        function: Option<FuncId>,
        class: Option<ClassId>,
    ) -> ScopeId {
        let id = self.graph.scopes.len() as ScopeId;
        let outer = parent.map(|parent| &self.graph.scopes[parent as usize]);
        let body = match outer {
            Some(outer) if function.is_none() => outer.body,
            _ => id,
        };
        let function = function.or(outer.and_then(|outer| outer.function));
        self.graph.scopes.push(Scope { parent, body, function, class, ..Scope::default() });
        id
    }

    /// The text of a node.
    pub fn text(&self, node: NodeId) -> &'a str {
        self.source.text_of(node)
    }

    /// The grammar's kind of a node.
    pub fn kind(&self, node: NodeId) -> u16 {
        self.source.tree.node(node).kind
    }

    /// The child in a field.
    pub fn field(&self, node: NodeId, field: u16) -> Option<NodeId> {
        self.source.tree.child_by_field(node, field)
    }

    /// The named children.
    pub fn named(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
        self.source.tree.named_children(node)
    }

    /// What the statement `node` imports.
    pub fn imports_at(&self, node: NodeId) -> &'a [Import] {
        // Every node is asked, and few import.
        self.imported.get(&node).map_or(&[], |range| &self.imports[range.clone()])
    }

    /// The scope a node stands in (a function's own node stands outside its scope).
    pub fn scope(&self, node: NodeId) -> ScopeId {
        self.map.scopes[node as usize]
    }

    /// The function that `node` is.
    pub fn function_of(&self, node: NodeId) -> Option<FuncId> {
        self.functions.get(&node).copied()
    }

    /// The class that `node` is.
    pub fn class_of(&self, node: NodeId) -> Option<ClassId> {
        self.classes.get(&node).copied()
    }

    /// The function whose code `node` is part of.
    pub fn enclosing_function(&self, node: NodeId) -> Option<FuncId> {
        self.graph.scopes[self.scope(node) as usize].function
    }

    /// The class whose body holds `node` directly, or holds the method that does.
    pub fn enclosing_class(&self, node: NodeId) -> Option<ClassId> {
        let mut at = Some(self.scope(node));
        for _ in 0..64 {
            let scope = &self.graph.scopes[at? as usize];
            if scope.class.is_some() {
                return scope.class;
            }
            at = scope.parent;
        }
        None
    }

    /// The value of a node that has one.
    pub fn value(&self, node: NodeId) -> Option<ValueId> {
        let id = self.map.values[node as usize];
        (id != u32::MAX).then_some(id)
    }

    /// The value of a node, an unknown one if it has none.
    pub fn operand(&mut self, node: NodeId) -> ValueId {
        match self.value(node) {
            Some(value) => value,
            None => self.set(node, Op::Unknown(Vec::new())),
        }
    }

    /// The value of an optional node.
    pub fn operand_or_unknown(&mut self, node: Option<NodeId>, at: NodeId) -> ValueId {
        match node {
            Some(node) => self.operand(node),
            None => self.make(at, Op::Unknown(Vec::new())),
        }
    }

    /// Makes a value that stands for `node` and gives it to the node.
    pub fn set(&mut self, node: NodeId, op: Op) -> ValueId {
        let value = self.make(node, op);
        self.map.values[node as usize] = value;
        value
    }

    /// Gives a node a value that another has: parentheses, `await`.
    pub fn alias(&mut self, node: NodeId, value: ValueId) {
        self.map.values[node as usize] = value;
    }

    /// Leaves a node without a value.
    pub fn forget(&mut self, node: NodeId) {
        self.map.values[node as usize] = u32::MAX;
    }

    /// Makes a value that stands for `node`, without giving it to the node.
    pub fn make(&mut self, node: NodeId, op: Op) -> ValueId {
        let is_call = matches!(op, Op::Call(_));
        self.graph.values.push(Value { op, source: self.index, node });
        let id = self.graph.values.len() as ValueId - 1;
        if is_call {
            self.graph.calls.push(id);
        }
        id
    }

    /// A constant of the source's text. Where the source is nested, what its outer code put into
    /// it stands there as a placeholder, and is that value again here.
    pub fn literal(&mut self, node: NodeId, text: &str) -> ValueId {
        if self.source.holes.is_empty() {
            return self.make(node, Op::Text(text.into()));
        }
        let pieces = self.source.split_holes(text);
        if let [(piece, None)] = pieces.as_slice() {
            return self.make(node, Op::Text((*piece).into()));
        }
        let mut parts = Vec::new();
        for (piece, hole) in pieces {
            if !piece.is_empty() {
                parts.push(self.make(node, Op::Text(piece.into())));
            }
            parts.extend(hole);
        }
        match parts.as_slice() {
            [only] => *only,
            _ => self.make(node, Op::Concat(parts)),
        }
    }

    /// Makes a constant.
    pub fn constant(&mut self, node: NodeId, text: &str) -> ValueId {
        self.make(node, Op::Text(text.into()))
    }

    /// A name where it is used: its variable, or a free name.
    pub fn name(&mut self, node: NodeId, name: &str) -> ValueId {
        if !self.source.holes.is_empty()
            && let [("", Some(outer)), ("", None)] = self.source.split_holes(name).as_slice()
        {
            self.alias(node, *outer);
            return *outer;
        }
        let op = match self.graph.lookup(self.scope(node), name) {
            Some(var) => Op::Use(var),
            None => Op::Free(name.into()),
        };
        self.set(node, op)
    }

    /// Assigns `value` to the name at `node`; uses from the end of `statement` on see it.
    pub fn define(&mut self, node: NodeId, name: &str, value: ValueId, statement: NodeId) {
        let scope = self.scope(node);
        if let Some(var) = self.graph.lookup(scope, name) {
            self.define_var(var, value, node, statement);
        }
    }

    /// Assigns `value` to a variable before any of its scope's code runs: a declaration that is
    /// hoisted.
    pub fn define_first(&mut self, var: VarId, value: ValueId) {
        self.graph.vars[var as usize].defs.push(Def { value, at: 0, node: 0, source: self.index });
    }

    /// Assigns `value` to a variable.
    pub fn define_var(&mut self, var: VarId, value: ValueId, node: NodeId, statement: NodeId) {
        let at = self.source.tree.node(statement).end;
        self.graph.vars[var as usize].defs.push(Def { value, at, node, source: self.index });
    }

    /// `object.name = value`
    pub fn store(&mut self, object: ValueId, name: &str, value: ValueId) {
        let name: Rc<str> = name.into();
        self.graph.stores.entry(name.clone()).or_default().push(value);
        if matches!(self.graph.op(value), Op::Function(_) | Op::Use(_)) {
            self.graph.handlers.push((object, value));
        }
        self.stores.push((object, name, value));
    }

    /// What a variable holds by its assignments.
    fn held(&self, var: VarId) -> Held {
        let mut held = Held::default();
        for def in &self.graph.vars[var as usize].defs {
            match self.graph.op(def.value) {
                Op::Outside(_) => held.is_module = true,
                Op::Call(call) => {
                    held.is_made = true;
                    held.is_module |=
                        matches!(self.graph.op(call.callee), Op::Free(name) if &**name == "require");
                }
                Op::Instance(class) => held.class = held.class.or(Some(*class)),
                _ => {}
            }
        }
        held
    }

    /// `session.headers.update(x)`: what is put into a part of an object that a call made is in the
    /// object.
    fn settle_parts(&mut self) {
        let mut known = FxHashMap::default();
        for (object, value) in std::mem::take(&mut self.parts) {
            let Op::Use(var) = *self.graph.op(object) else { continue };
            if known.entry(var).or_insert_with(|| self.held(var)).is_made {
                self.graph.vars[var as usize].contents.push(value);
            }
        }
    }

    /// Attributes find their object once every variable has its assignments: `self` gets its own
    /// only where its method's parameters are lowered.
    fn settle_stores(&mut self) {
        self.settle_parts();
        // Asked once a variable: stores and assignments may both be many.
        let mut known = FxHashMap::default();
        for (object, name, value) in std::mem::take(&mut self.stores) {
            match *self.graph.op(object) {
                Op::Use(var) => {
                    let held = *known.entry(var).or_insert_with(|| self.held(var));
                    if &*name == ENDPOINT && held.is_module {
                        continue;
                    }
                    let fields = &mut self.graph.vars[var as usize].fields;
                    fields.entry(name.clone()).or_default().push(value);
                    if let Some(class) = held.class {
                        self.store_in_class(class, &name, value);
                    }
                }
                Op::Instance(class) => self.store_in_class(class, &name, value),
                _ => {}
            }
        }
    }

    fn store_in_class(&mut self, class: ClassId, name: &str, value: ValueId) {
        let scope = self.graph.classes[class as usize].scope;
        let var = self.graph.declare(scope, name);
        let node = self.graph.values[value as usize].node;
        self.graph.vars[var as usize].defs.push(Def { value, at: node, node, source: self.index });
    }

    /// Puts `value` into the object that a variable holds, where a call made it.
    pub fn put_into_made(&mut self, object: ValueId, value: ValueId) {
        self.parts.push((object, value));
    }

    /// Puts `value` into the object that `container` holds.
    pub fn put(&mut self, container: ValueId, value: ValueId) {
        let mut at = container;
        for _ in 0..16 {
            match *self.graph.op(at) {
                Op::Use(var) => {
                    self.graph.vars[var as usize].contents.push(value);
                    return;
                }
                Op::Member(base, ref name) => {
                    let name = name.clone();
                    self.parts.push((base, value));
                    self.graph.stores.entry(name.clone()).or_default().push(value);
                    self.graph.puts.entry(name).or_default().push(value);
                    return;
                }
                Op::Index(base, _) => at = base,
                // `post(url).set(a).send(b)`: it is in every call of the chain.
                Op::Call(ref call) => {
                    let callee = call.callee;
                    self.graph.outputs.entry(at).or_default().push(value);
                    match *self.graph.op(callee) {
                        Op::Member(base, _) if matches!(self.graph.op(base), Op::Call(_)) => at = base,
                        _ => return,
                    }
                }
                _ => return,
            }
        }
    }
}
