"use strict";
// Filters, and ways to what is folded or filtered away. The page is whole without any of it.
(() => {
  const form = document.getElementById("filters");
  const findings = [...document.querySelectorAll(".finding")].map((node) => ({
    node,
    weight: node.dataset.weight,
    rule: node.dataset.rule,
    file: node.dataset.file,
    words: "",
  }));

  const apply = () => {
    const chosen = new FormData(form);
    const weights = new Set(chosen.getAll("weight"));
    const words = chosen.get("words").trim().toLowerCase();
    let shown = 0;
    for (const finding of findings) {
      if (words && !finding.words) finding.words = finding.node.textContent.toLowerCase();
      const fits =
        weights.has(finding.weight) &&
        (!chosen.get("rule") || chosen.get("rule") === finding.rule) &&
        (!chosen.get("file") || chosen.get("file") === finding.file) &&
        (!words || finding.words.includes(words));
      if (finding.node.hidden === fits) finding.node.hidden = !fits;
      shown += fits;
    }
    document.getElementById("state").textContent = `${shown} of ${findings.length} shown`;
    document.getElementById("none").hidden = shown > 0;
  };

  // A link may lead into a folded file, or to a finding that is filtered away.
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    const folded = target.closest("details");
    if (folded) folded.open = true;
    if (target.hidden) {
      form.reset();
      apply();
    }
    target.scrollIntoView();
  };

  if (form) {
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(apply));
    apply();
  }
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();
})();
