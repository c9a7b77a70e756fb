//! Kinds and fields of a grammar as enums: named once, looked up once.

/// Declares `Kind`, an enum of the node kinds a module asks about, with `Kind::of(id)`, and
/// `Fields`, the ids of its fields, with `fields()`.
///
/// With `each language` in the place of a language it declares `Grammar` instead, the same tables
/// made for any one of several grammars that share their kinds; a kind or field that one of them
/// does not have is never met there.
macro_rules! grammar {
    (each language, kinds { $($variant:ident $kind:literal),+ $(,)? } fields { $($field:ident),+ $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Kind { $($variant,)+ Other }

        pub(super) struct Fields { $(pub(super) $field: u16,)+ }

        pub(super) struct Grammar { kinds: Vec<Kind>, fields: Fields }

        impl Grammar {
            fn new(language: Language) -> Grammar {
                let grammar = language.grammar();
                let mut kinds = vec![Kind::Other; grammar.node_kind_count()];
                $(kinds[grammar.id_for_node_kind($kind, true) as usize] = Kind::$variant;)+
                kinds[0] = Kind::Other;
                let id = |name: &str| grammar.field_id_for_name(name).map_or(0, |id| id.get());
                Grammar { kinds, fields: Fields { $($field: id(stringify!($field)),)+ } }
            }

            fn kind(&self, id: u16) -> Kind {
                self.kinds.get(id as usize).copied().unwrap_or(Kind::Other)
            }
        }

        #[cfg(test)]
        #[test]
        fn some_grammar_has_every_kind_and_field_named_here() {
            let languages = crate::language::LANGUAGES.iter().map(|row| row.language);
            let kin: Vec<Language> = languages.filter(|one| one.is_kin(Language::JavaScript)).collect();
            let knows = |kind: &str| kin.iter().any(|one| one.grammar().id_for_node_kind(kind, true) != 0);
            $(assert!(knows($kind), $kind);)+
            let has = |field: &str| kin.iter().any(|one| one.grammar().field_id_for_name(field).is_some());
            $(assert!(has(stringify!($field)), stringify!($field));)+
        }
    };
    ($language:expr, kinds { $($variant:ident $kind:literal),+ $(,)? } fields { $($field:ident),+ $(,)? }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Kind { $($variant,)+ Other }

        impl Kind {
            pub(super) fn of(id: u16) -> Kind {
                static TABLE: std::sync::OnceLock<Vec<Kind>> = std::sync::OnceLock::new();
                let table = TABLE.get_or_init(|| {
                    let grammar = $language.grammar();
                    let mut table = vec![Kind::Other; grammar.node_kind_count()];
                    $(table[grammar.id_for_node_kind($kind, true) as usize] = Kind::$variant;)+
                    // Kinds the grammar does not have share id 0, which no node bears.
                    table[0] = Kind::Other;
                    table
                });
                table.get(id as usize).copied().unwrap_or(Kind::Other)
            }
        }

        pub(super) struct Fields { $(pub(super) $field: u16,)+ }

        pub(super) fn fields() -> &'static Fields {
            static FIELDS: std::sync::OnceLock<Fields> = std::sync::OnceLock::new();
            FIELDS.get_or_init(|| {
                let grammar = $language.grammar();
                let id = |name: &str| grammar.field_id_for_name(name.trim_start_matches("r#")).map_or(0, |id| id.get());
                Fields { $($field: id(stringify!($field)),)+ }
            })
        }

        #[cfg(test)]
        #[test]
        fn the_grammar_has_every_kind_and_field_named_here() {
            let grammar = $language.grammar();
            $(assert_ne!(grammar.id_for_node_kind($kind, true), 0, $kind);)+
            $(assert_ne!(fields().$field, 0, stringify!($field));)+
        }
    };
}
pub(crate) use grammar;
