"use strict";
(() => {
  // How many files stand in the document at a time, however many there are.
  const perPage = 100;
  // The same of the records of an archive.
  const recordsAtATime = 200;
  const numbers = new Set(["links", "rewritten", "absolute", "kept"]);

  const block = document.getElementById("files");
  const files = [];
  let records = [];  // of the archive that follows them
  for (const row of JSON.parse(block.textContent)) {
    if ("record" in row) {
      records.push(row);
      continue;
    }
    row.records = records.filter(({ file }) => file === row.file || file.startsWith(row.file + "/"));
    records = [];
    files.push(row);
  }
  block.remove();  // its text is not needed twice

  const section = document.getElementById("list");
  const body = document.getElementById("rows");
  const search = document.getElementById("search");
  const reason = document.getElementById("reason");
  const headings = [...document.querySelectorAll("th[data-column]")];
  const open = new Set();  // files whose details are shown
  let sorting = { column: "", descending: false };  // "": by rank, else in the order of the inputs
  let found = files;
  let page = 0;

  // Names and links are anybody's: what shows as nothing, or turns the text around it, is shown by its number.
  const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
  const names = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);
  const shown = (text) => text.replace(hidden, (character) => names.get(character) ??
      "\\u{" + character.codePointAt(0).toString(16).toUpperCase() + "}");
  const grouped = (number) => number.toLocaleString("en");
  const counted = (number, what) => grouped(number) + " " + what + (number === 1 ? "" : "s");

  // Elements are made here, of text alone: nothing is ever read as markup.
  const make = (name, properties, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties ?? {})) {
      if (key === "text") element.textContent = value;
      else if (value !== null) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const code = (text, properties) => make("code", { dir: "ltr", text: shown(text), ...properties });
  const isUrl = (text) => {
    try {
      return new URL(text).host !== "";
    } catch {
      return false;
    }
  };
  const link = (text) => /^https?:\/\//i.test(text) && isUrl(text)
      ? make("a", { href: text, rel: "noreferrer" }, code(text)) : code(text);

  const nameOf = (file) => file.file === "-" ? "standard input" : file.file || "(no name)";
  // What asks for somebody comes first: links that stay relative, then failures, then what is partly unread.
  const rank = (file) => file.relative > 0 ? 0 : file.status === "failed" ? 1 : file.exit === 3 ? 2 : 3;
  // What falls under a choice that is no status.
  const choices = new Map([["unread", (file) => file.exit === 3], ["relative", (file) => file.relative > 0]]);
  const isUnread = choices.get("unread");
  const fallsUnder = (file, choice) => choice === "" || (choices.get(choice)?.(file) ?? file.status === choice);

  const definition = (list, term, ...values) => {
    list.append(make("div", null, make("dt", { text: term }), make("dd", null, ...values)));
  };

  const linkTable = (file) => {
    const rows = file.examples.map((one) => make("tr", { role: "row" },
        make("td", { role: "cell", class: "number", text: one.line ? grouped(one.line) : "–",
                     title: one.line ? "line " + one.line : "in an encoded part" }),
        make("td", { role: "cell" }, code(one.place)),
        make("td", { role: "cell" }, one.action === "absolute" ? link(one.before) : code(one.before)),
        make("td", { role: "cell", class: one.action }, one.action === "rewrite" ? link(one.after)
             : one.action === "absolute" ? "absolute already" : "kept: " + shown(one.after))));
    const head = ["Line", "Place", "Before", "After"].map((text, at) =>
        make("th", { role: "columnheader", scope: "col", class: at ? null : "number", text }));
    return make("table", { class: "links", role: "table", "aria-label": "Links" },
                make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...head)),
                make("tbody", { role: "rowgroup" }, ...rows));
  };

  const numberCell = (number) => make("td", { role: "cell", class: "number" + (number ? "" : " none"),
                                              text: grouped(number) });
  const recordRow = (record) => {
    const reasons = Object.entries(record.reasons).map(([reason, count]) => grouped(count) + " " + reason);
    const words = [record.error, ...record.notes, reasons.length ? "kept: " + reasons.join(", ") : null];
    return make("tr", { role: "row" },
        make("td", { role: "cell", class: "number", text: grouped(record.record_number), title: record.record }),
        make("td", { role: "cell" }, record.url === null ? "(no URL)" : link(record.url),
             ...words.filter((text) => text !== null).map((text) => make("small", { text: shown(text) }))),
        make("td", { role: "cell", text: record.http_status ?? record.record_type ?? "–" }),
        make("td", { role: "cell" }, make("span", { class: "status " + record.status, text: record.status })),
        numberCell(record.links), numberCell(record.kept));
  };

  const recordTable = (file) => {
    const head = [["Record", "number"], ["URL", null], ["Answer", null], ["Status", null], ["Links", "number"],
                  ["Kept", "number"]].map(([text, style]) =>
        make("th", { role: "columnheader", scope: "col", class: style, text }));
    const rows = make("tbody", { role: "rowgroup" });
    const more = make("button", { type: "button" });
    const showMore = () => {
      const { length } = rows.children;
      rows.append(...file.records.slice(length, length + recordsAtATime).map(recordRow));
      const left = file.records.length - rows.children.length;
      more.hidden = left === 0;
      more.textContent = "Show " + counted(Math.min(left, recordsAtATime), "more record") + " of " + grouped(left);
    };
    more.addEventListener("click", showMore);
    showMore();
    return [make("table", { class: "links records", role: "table", "aria-label": "Records" },
                 make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...head)), rows), more];
  };

  const details = (file) => {
    const parts = [];
    if (file.error !== null) parts.push(make("p", { class: "error", text: shown(file.error) }));
    const list = make("dl");
    if (file.file_bytes) definition(list, "Bytes of its name", code(file.file_bytes));
    if (file.output !== null) definition(list, "Written to", code(file.output));
    if (file.type !== null) {
      definition(list, "Type", shown(file.type) +
                 (file.documents > 1 ? ", " + counted(file.documents, "document") : ""));
    }
    if (file.base !== null) definition(list, "Base", link(file.base), " (" + file.base_from + ")");
    else if (file.type !== null) definition(list, "Base", "none");
    const reasons = Object.entries(file.reasons).map(([reason, count]) => grouped(count) + " " + reason);
    if (reasons.length) definition(list, "Kept", reasons.join(", "));
    if (list.childElementCount) parts.push(list);
    if (file.notes.length) {
      parts.push(make("ul", { class: "notes" }, ...file.notes.map((note) => make("li", { text: shown(note) }))));
    }
    if (file.notes_left_out) {
      parts.push(make("p", { class: "more", text: counted(file.notes_left_out, "further note") + " are not shown here" }));
    }
    if (file.records.length) parts.push(...recordTable(file));
    if (file.records_left_out) {
      parts.push(make("p", { class: "more" }, counted(file.records_left_out, "further record") +
                      " are not listed here: ", make("code", { text: "--report" }), " lists all"));
    }
    if (file.examples.length) parts.push(linkTable(file));
    const more = file.links - file.examples.length;
    if (more > 0) {
      const what = counted(more, file.examples.length ? "more link" : "link");
      parts.push(make("p", { class: "more" }, what + ", not shown here: ", make("code", { text: "absolve --list" }),
                      " shows all"));
    }
    if (!parts.length) parts.push(make("p", { class: "more", text: "Nothing more is known of it." }));
    return parts;
  };

  const detailsId = (file) => "details-" + file.number;

  const detailsRow = (file) => make("tr", { role: "row", class: "details", id: detailsId(file) },
      make("td", { role: "cell", colspan: headings.length }, ...details(file)));

  const toggle = (file, button, row) => {
    const opens = !open.has(file);
    button.setAttribute("aria-expanded", opens);
    if (opens) {
      open.add(file);
      row.after(detailsRow(file));
    } else {
      open.delete(file);
      document.getElementById(detailsId(file)).remove();
    }
  };

  const rowOf = (file) => {
    const button = make("button", { type: "button", "aria-expanded": open.has(file), "aria-controls": detailsId(file) },
                        make("bdi", { text: shown(nameOf(file)) }));
    const status = make("span", { class: "status " + file.status, text: file.status });
    const name = make("td", { role: "cell", class: "name", title: shown(nameOf(file)) }, button);
    if (file.error !== null) name.append(make("small", { text: shown(file.error) }));
    const base = make("td", { role: "cell", class: "base" });
    if (file.base === null && file.type !== null) {
      base.append(make("span", { class: file.relative ? "relative" : "none", text: "none" }));
    }
    if (file.base !== null) {
      base.append(make("div", null, code(file.base, { title: shown(file.base) }),
                       make("small", { text: file.base_from })));
    }
    const row = make("tr", { role: "row" }, name, make("td", { role: "cell" }, status), base);
    if (isUnread(file)) status.after(" ", make("span", { class: "status unread", text: "partly unread" }));
    if (file.relative > 0) {
      status.before(make("span", { class: "status relative", text: grouped(file.relative) + " relative" }), " ");
      status.classList.add("plain");
    }
    for (const { dataset: { column }, textContent: label } of headings) {
      if (!numbers.has(column)) continue;
      row.append(make("td", { role: "cell", class: "number" + (file[column] ? "" : " none"), "data-label": label,
                              text: grouped(file[column]) }));
    }
    button.addEventListener("click", () => toggle(file, button, row));
    return row;
  };

  const render = () => {
    const last = Math.max(0, Math.ceil(found.length / perPage) - 1);
    page = Math.min(Math.max(page, 0), last);
    const begin = page * perPage;
    const some = found.slice(begin, begin + perPage);
    body.replaceChildren(...some.flatMap((file) => open.has(file) ? [rowOf(file), detailsRow(file)] : [rowOf(file)]));
    document.getElementById("nothing").hidden = found.length > 0 || files.length === 0;
    document.querySelector("table.files").hidden = found.length === 0;
    document.getElementById("shown").textContent =
        (found.length < files.length ? grouped(found.length) + " of " : "") + counted(files.length, "file") +
        (found.length > perPage ? ", here " + grouped(begin + 1) + " to " + grouped(begin + some.length) : "");
    document.getElementById("page").textContent = "Page " + grouped(page + 1) + " of " + grouped(last + 1);
    for (const id of ["first", "previous"]) document.getElementById(id).disabled = page === 0;
    for (const id of ["next", "last"]) document.getElementById(id).disabled = page === last;
    document.querySelector("nav.pages").hidden = last === 0;
    for (const heading of headings) {
      const sorts = heading.dataset.column === sorting.column;
      heading.setAttribute("aria-sort", !sorts ? "none" : sorting.descending ? "descending" : "ascending");
    }
  };

  const compare = (left, right) => (left < right ? -1 : left > right ? 1 : 0);

  // The files that are looked for, in the order that is asked for; of equal ones, that without sorting.
  const choose = () => {
    const text = search.value.toLowerCase();
    const status = document.querySelector("input[name=status]:checked").value;
    const holds = (value) => value !== null && value.toLowerCase().includes(text);
    const matches = (file) =>
        fallsUnder(file, status) &&
        (reason.value === "" || (reason.value === "*" ? file.kept > 0 : reason.value in file.reasons)) &&
        (text === "" || holds(nameOf(file)) || holds(file.base) || holds(file.error) || file.notes.some(holds) ||
         file.records.some((record) => holds(record.url) || holds(record.record)));
    found = files.filter(matches);
    const { column, descending } = sorting;
    const sign = descending ? -1 : 1;
    if (column !== "") found.sort((left, right) => sign * compare(left[column] ?? "", right[column] ?? ""));
    page = 0;
    render();
  };

  // A column is sorted one way, then the other, then no longer; numbers with the greatest first.
  const sortBy = (column) => {
    const first = numbers.has(column);
    if (sorting.column !== column) sorting = { column, descending: first };
    else if (sorting.descending === first) sorting = { column, descending: !first };
    else sorting = { column: "", descending: false };
    choose();
  };

  const turnTo = (number) => {
    page = number;
    render();
    section.scrollIntoView();
  };

  files.forEach((file, number) => { file.number = number; });
  files.sort((left, right) => rank(left) - rank(right) || right.relative - left.relative || left.number - right.number);
  for (const heading of headings) {
    heading.firstElementChild.addEventListener("click", () => sortBy(heading.dataset.column));
  }
  search.addEventListener("input", choose);
  for (const choice of document.querySelectorAll("input[name=status]")) {
    // A choice that nothing falls under is not offered.
    const { value } = choice;
    choice.closest("label").hidden = !files.some((file) => fallsUnder(file, value)) && value !== "";
    choice.addEventListener("change", choose);
  }
  const reasons = [...new Set(files.flatMap((file) => Object.keys(file.reasons)))].sort();
  reason.append(...reasons.map((name) => make("option", { value: name, text: name })));
  reason.closest("label").hidden = reasons.length === 0;
  reason.addEventListener("change", choose);
  // What is counted above leads to the files that it is in.
  const lead = (element, style, set) => {
    const button = make("button", { type: "button", class: style, text: element.textContent,
                                    title: "Show the files that they are in" });
    element.replaceWith(button);
    button.addEventListener("click", () => {
      document.querySelector("form").reset();
      set();
      choose();
      section.scrollIntoView();
    });
  };
  for (const key of document.querySelectorAll("th .key.kept")) {
    if (reasons.length > 0) lead(key, "key kept", () => { reason.value = "*"; });
  }
  for (const key of document.querySelectorAll("th .key.relative")) {
    const choice = document.querySelector("input[name=status][value=relative]");
    if (!choice.closest("label").hidden) lead(key, "key relative", () => { choice.checked = true; });
  }
  for (const name of document.querySelectorAll("[data-reason]")) {
    const { textContent: value } = name;
    if (reasons.includes(value)) lead(name, "key-of-reason", () => { reason.value = value; });
  }
  document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("all").addEventListener("click", () => {
    document.querySelector("form").reset();
    choose();
    search.focus();
  });
  document.getElementById("first").addEventListener("click", () => turnTo(0));
  document.getElementById("previous").addEventListener("click", () => turnTo(page - 1));
  document.getElementById("next").addEventListener("click", () => turnTo(page + 1));
  document.getElementById("last").addEventListener("click", () => turnTo(Infinity));
  choose();  // a browser may have kept what was searched for
  section.hidden = false;
})();
