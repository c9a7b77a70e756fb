//! What TypeScript adds to JavaScript that runs: enums, namespaces, parameters that are attributes,
//! names for names. Its types are no part of the tree.

use super::graph::*;
use super::javascript::{EcmaScript, Kind};
use super::lower::Lowering;
use crate::source::{NONE, NodeId};
use std::rc::Rc;

impl EcmaScript {
    /// The pattern that a parameter is, without what TypeScript writes around it. `None` for
    /// `this: T`, which is no parameter.
    pub(super) fn parameter_target(&self, l: &Lowering, parameter: NodeId) -> Option<NodeId> {
        match self.kind(l, parameter) {
            Kind::RequiredParameter | Kind::OptionalParameter => {
                l.field(parameter, self.fields().pattern).filter(|&name| self.kind(l, name) != Kind::This)
            }
            _ => Some(parameter),
        }
    }

    /// What a parameter with its pattern is worth: its default too. `constructor(private x: T)`
    /// sets the attribute `x`.
    pub(super) fn typed_parameter(
        &self,
        l: &mut Lowering,
        (whole, pattern): (NodeId, NodeId),
        given: ValueId,
        class: Option<ClassId>,
    ) -> ValueId {
        let value = match l.field(whole, self.fields().value) {
            Some(default) => {
                let default = l.operand(default);
                l.make(whole, Op::Choice(vec![given, default]))
            }
            None => given,
        };
        if let Some(class) = class.filter(|_| is_attribute(l, whole, pattern)) {
            let scope = l.graph.classes[class as usize].scope;
            let var = l.graph.declare(scope, l.text(pattern));
            l.define_var(var, value, whole, whole);
        }
        value
    }

    /// Declares the name of a namespace, an enum's member or `import a = b.c`.
    pub(super) fn declare_own(&self, l: &mut Lowering, node: NodeId) {
        let scope = l.scope(node);
        if let Some(name) = self.own_name(l, node) {
            l.graph.declare(scope, l.text(name).trim_matches(['"', '\'']));
        }
    }

    /// The identifier that a declaration binds: `A` of `namespace A.B`.
    fn own_name(&self, l: &Lowering, node: NodeId) -> Option<NodeId> {
        let f = self.fields();
        let mut name = match self.kind(l, node) {
            Kind::ImportAlias => l.named(node).next()?,
            _ => l.field(node, f.name)?,
        };
        while self.kind(l, name) == Kind::NestedIdentifier {
            name = l.field(name, f.object)?;
        }
        Some(name)
    }

    /// Whether a declaration is only said to be there: `declare const x: T`. With `declare` on a
    /// line of its own it is made.
    pub(super) fn is_ambient(&self, l: &Lowering, node: NodeId) -> bool {
        let tree = &l.source.tree;
        let mut at = node;
        if self.kind(l, node) == Kind::VariableDeclarator {
            if l.field(node, self.fields().value).is_some() {
                return false;
            }
            at = tree.node(node).parent;
        }
        if at == NONE || self.parent_kind(l, at) != Kind::Ambient {
            return false;
        }
        let before = tree.node(tree.node(at).parent).span.start..tree.node(at).span.start;
        let before = l.source.text.get(before.start as usize..before.end as usize);
        !before.unwrap_or_default().contains('\n')
    }

    /// `A = "x"` in an enum: later members know it by its bare name.
    pub(super) fn enum_member(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let Some(name) = l.field(node, f.name) else { return };
        let value = l.operand_or_unknown(l.field(node, f.value), node);
        l.alias(node, value);
        if let Some(key) = l.value(name).and_then(|key| self.text_of(l, key)) {
            l.define(name, &key, value, node);
        }
    }

    /// An enum is an object of its members. Those without a value count on from the one before,
    /// and a number is the name of its member.
    pub(super) fn enumeration(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        let Some(body) = l.field(node, f.body) else { return };
        let mut items: Vec<(Option<Rc<str>>, ValueId)> = Vec::new();
        let mut next = Some(0i64);
        for member in l.named(body) {
            let (key, value) = match self.kind(l, member) {
                Kind::EnumAssignment => {
                    let value_node = l.field(member, f.value);
                    next = self.integer(l, value_node);
                    (l.field(member, f.name), l.operand(member))
                }
                _ => (Some(member), self.count(l, member, next)),
            };
            let Some(key) = key.and_then(|key| l.value(key)) else { continue };
            let Some(name) = self.text_of(l, key) else { continue };
            items.push((Some(name), value));
            if let Some(number) = next {
                items.push((Some(number.to_string().into()), key));
            }
            next = next.and_then(|number| number.checked_add(1));
        }
        let object = l.set(node, Op::Object(items));
        if let Some(name) = l.field(node, f.name) {
            l.define(name, l.text(name), object, node);
        }
    }

    fn count(&self, l: &mut Lowering, member: NodeId, number: Option<i64>) -> ValueId {
        match number {
            Some(number) => l.constant(member, &number.to_string()),
            None => l.make(member, Op::Unknown(Vec::new())),
        }
    }

    /// A namespace is an object of the names in it.
    pub(super) fn namespace(&self, l: &mut Lowering, node: NodeId) {
        let f = self.fields();
        if self.is_ambient(l, node) {
            return;
        }
        let Some(body) = l.field(node, f.body) else { return };
        // Its closing bracket sees all that was set in it.
        let last = l.source.tree.node(body).end - 1;
        let mut names: Vec<(Rc<str>, VarId)> = Vec::new();
        if last > body {
            let scope = &l.graph.scopes[l.scope(last) as usize];
            names.extend(scope.names.iter().map(|(name, &var)| (name.clone(), var)));
        }
        names.sort_by_key(|&(_, var)| var);
        let items = names.into_iter().map(|(name, var)| (Some(name), l.make(last, Op::Use(var)))).collect();
        let mut value = l.set(node, Op::Object(items));
        let Some(mut name) = l.field(node, f.name) else { return };
        while self.kind(l, name) == Kind::NestedIdentifier {
            let key = l.field(name, f.property).map(|key| l.text(key).into());
            value = l.make(node, Op::Object(vec![(key, value)]));
            match l.field(name, f.object) {
                Some(object) => name = object,
                None => return,
            }
        }
        l.define(node, l.text(name), value, node);
    }

    /// `import a = b.c`
    pub(super) fn import_alias(&self, l: &mut Lowering, node: NodeId) {
        let mut named = l.named(node);
        if let (Some(name), Some(meant)) = (named.next(), named.next()) {
            let value = l.operand(meant);
            l.define(name, l.text(name), value, node);
        }
    }
}

/// `private x`, `readonly x`: words before a parameter's name.
fn is_attribute(l: &Lowering, whole: NodeId, pattern: NodeId) -> bool {
    let start = l.source.tree.node(whole).span.start as usize;
    let before = l.source.text.get(start..l.source.tree.node(pattern).span.start as usize);
    let mut words = before.unwrap_or_default().split_whitespace();
    words.any(|word| matches!(word, "public" | "private" | "protected" | "readonly" | "override"))
}
