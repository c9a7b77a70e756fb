//! Files that a script writes and then runs.
//!
//! That a file is run says nothing by itself: every script runs others. It is a fact where the same
//! script wrote that file.

use super::Fact;
use crate::queries::vocabulary::{FactType, Role};
use crate::semantics::eval::Eval;
use crate::semantics::graph::{Op, ValueId, VarId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Whether a fact only says that a file is run.
pub fn runs_file(fact: &Fact) -> bool {
    let has = |role| fact.role(role).next().is_some();
    fact.fact == FactType::Exec && has(Role::Path) && !has(Role::Code)
}

/// Drops the facts that say that a file is run, but for files that are written here.
pub fn keep_written(eval: &mut Eval<'_>, facts: &mut Vec<Fact>) {
    if !facts.iter().any(runs_file) {
        return;
    }
    let mut written = Written::default();
    for fact in facts.iter() {
        if matches!(fact.fact, FactType::Persist | FactType::WriteOutside | FactType::CopyOutside) {
            for path in fact.role(Role::Path).chain(fact.role(Role::Target)) {
                written.add(eval, path);
            }
        }
    }
    facts.retain(|fact| !runs_file(fact) || fact.role(Role::Path).any(|path| written.has(eval, path)));
}

/// Paths by what they spell, or by the variable that holds them.
#[derive(Default)]
struct Written {
    texts: FxHashSet<Rc<str>>,
    variables: FxHashSet<VarId>,
}

impl Written {
    fn add(&mut self, eval: &mut Eval<'_>, path: ValueId) {
        self.texts.extend(texts(eval, path));
        self.variables.extend(variable(eval, path));
    }

    fn has(&self, eval: &mut Eval<'_>, path: ValueId) -> bool {
        texts(eval, path).iter().any(|text| self.texts.contains(text))
            || variable(eval, path).is_some_and(|variable| self.variables.contains(&variable))
    }
}

fn texts(eval: &mut Eval<'_>, path: ValueId) -> Vec<Rc<str>> {
    let plain = |text: &Rc<str>| Rc::from(text.trim_start_matches("./"));
    eval.values(path).iter().filter(|text| !text.is_empty()).map(plain).collect()
}

fn variable(eval: &Eval<'_>, path: ValueId) -> Option<VarId> {
    match eval.graph.op(path) {
        Op::Use(variable) => Some(*variable),
        Op::Concat(parts) => match parts[..] {
            [part] => variable(eval, part),
            _ => None,
        },
        _ => None,
    }
}
