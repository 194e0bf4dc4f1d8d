// What a page that Chromium has loaded leads to: an array of [place, reference, URL], in document order. The same for two
// pages whose references are written differently but mean the same. Run by chromium.py, in the page.
//
// Where Chromium says what it makes of a reference (a.href, the rules of a sheet), that is taken; else the reference is
// resolved by its URL parser. Templates, frames with srcdoc that are not loaded and the like are walked all the same.
(() => {
  "use strict";
  const found = [];
  const spaces = /[ \t\n\f\r]/;

  const resolve = (reference, base) => {
    try {
      return new URL(reference, base).href;
    } catch {
      return "invalid: " + reference;
    }
  };
  const add = (place, reference, url) => found.push([place, reference, url]);
  const words = (text) => text.split(/[ \t\n\f\r]+/).filter((word) => word);

  // HTML standard, "parsing a srcset attribute"; the descriptors are none of our business.
  const candidates = (text) => {
    const urls = [];
    let at = 0;
    for (;;) {
      while (at < text.length && (spaces.test(text[at]) || text[at] === ",")) ++at;
      if (at === text.length) return urls;
      const begin = at;
      while (at < text.length && !spaces.test(text[at])) ++at;
      const url = text.slice(begin, at);
      urls.push(url.replace(/,+$/, ""));
      if (url.endsWith(",")) continue;
      for (let depth = 0; at < text.length && (depth || text[at] !== ","); ++at) {
        if (text[at] === "(") ++depth;
        if (text[at] === ")" && depth) --depth;
      }
    }
  };

  // HTML standard, "shared declarative refresh steps". null: it leads nowhere else.
  const refreshed = (text) => {
    const time = /^[ \t\n\f\r]*(?:[0-9]+|(?=\.))[0-9.]*/.exec(text);
    if (!time) return null;
    const rest = text.slice(time[0].length);
    if (!/^[;, \t\n\f\r]/.test(rest)) return null;
    const url = rest.replace(/^[ \t\n\f\r]*[;,]?[ \t\n\f\r]*/, "");
    if (!url) return null;
    const named = /^url[ \t\n\f\r]*=[ \t\n\f\r]*/i.exec(url);
    if (!named && !/^['"]/.test(url)) return url;
    const bare = named ? url.slice(named[0].length) : url;
    const quoted = /^(['"])([^]*)/.exec(bare);
    return quoted ? quoted[2].split(quoted[1])[0] : bare;
  };

  // CSS Syntax level 3, as far as it leads to URLs.
  const escape = /\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\f\r])?|(\r\n|[\n\f\r])|([^]))/g;
  const unescaped = (text) => text.replace(escape, (whole, code, newline, other) => {
    if (newline) return "";
    if (other) return other;
    const number = parseInt(code, 16);
    return number === 0 || number > 0x10ffff || (number >= 0xd800 && number < 0xe000) ? "\ufffd"
                                                                                     : String.fromCodePoint(number);
  });
  const hex = String.raw`\\[0-9a-fA-F]{1,6}(?:\r\n|[ \t\n\f\r])?`;
  const names = String.raw`(?:[\w\-\u0080-\uffff]|${hex}|\\[^\n\f\r0-9a-fA-F])+`;
  const string = (quote) => String.raw`${quote}((?:[^${quote}\\\n\f\r]|${hex}|\\(?:\r\n|[^]))*)(?:${quote}|$|(?=[\n\f\r])|\\$)`;
  const token = new RegExp(String.raw`/\*[^]*?(?:\*/|$)|` + string('"') + "|" + string("'") +
                           String.raw`|@(${names})|(${names})(\()?|([^])`, "g");
  const bare = new RegExp(String.raw`[ \t\n\f\r]*((?:[^"'()\\ \t\n\f\r\0-\x08\x0b\x0e-\x1f\x7f]|${hex}|\\[^\n\f\r])*)[ \t\n\f\r]*(?:\)|$)`, "y");
  const remnant = /(?:[^)\\]|\\[^])*\)?/y;

  const sheetUrls = (text) => {
    const urls = [];
    const functions = [];  // names of what is open, innermost last
    let rule = "";         // import: its URL is next; namespace: until its end
    token.lastIndex = 0;
    for (let part; token.lastIndex < text.length && (part = token.exec(text));) {
      const [whole, quoted, apostrophed, at, name, opens, other] = part;
      const string = quoted ?? apostrophed;
      if (whole.startsWith("/*") || spaces.test(whole[0])) continue;
      if (rule === "namespace" && !/^[;{}]/.test(whole)) continue;
      const imported = rule === "import";
      rule = "";
      if (at !== undefined) {
        const called = unescaped(at).toLowerCase();
        if (called === "import" || called === "namespace") rule = called;
      } else if (string !== undefined) {
        const bad = !/["']$/.test(whole) && token.lastIndex < text.length;
        const holder = functions[functions.length - 1] ?? "";
        if (!bad && (imported || ["url", "src", "image-set", "-webkit-image-set"].includes(holder))) {
          urls.push(unescaped(string.replace(/\\$/, "")));
        }
      } else if (opens) {
        const called = unescaped(name).toLowerCase();
        const start = /[^ \t\n\f\r]/g;
        start.lastIndex = bare.lastIndex = remnant.lastIndex = token.lastIndex;
        if (called !== "url" || /["']/.test(start.exec(text)?.[0] ?? "")) {
          functions.push(called);
          continue;
        }
        const url = bare.exec(text);
        if (url) urls.push(unescaped(url[1]));
        else remnant.exec(text);  // a bad-url token
        token.lastIndex = url ? bare.lastIndex : remnant.lastIndex;
      } else if (/[(\[{]/.test(other ?? "")) {
        functions.push("");
      } else if (/[)\]}]/.test(other ?? "")) {
        functions.pop();
      }
    }
    return urls;
  };
  const addSheet = (place, text, base) => {
    for (const url of sheetUrls(text)) add(place, url, resolve(url, base));
  };

  // What Chromium made of a sheet: url() is always written with quotes there, strings of image-set() are url().
  const addRules = (list, base) => {
    const work = [list];
    while (work.length) {
      const rules = work.pop();
      for (const rule of rules) {
        if (rule instanceof CSSImportRule) add("style", rule.href, resolve(rule.href, base));
        else if (rule.cssRules && rule.cssRules.length && !rule.style) work.push(rule.cssRules);
        else if (!(rule instanceof CSSNamespaceRule)) addSheet("style", rule.cssText, base);
      }
    }
  };

  // What is one URL: the places, and the property by which Chromium tells what it makes of it, where it has one.
  const urlAttributes = {
    href: { a: "href", area: "href", link: "href", base: "href" },
    src: { img: "src", script: "src", iframe: "src", embed: "src", audio: "src", video: "src", source: "src", track: "src",
           input: "src", frame: "src", bgsound: "", layer: "", ilayer: "", portal: "" },
    poster: { video: "poster", audio: "" },
    data: { object: "data" },
    classid: { object: "" },
    object: { applet: "" },
    codebase: { object: "codeBase", applet: "" },
    cite: { blockquote: "cite", q: "cite", del: "cite", ins: "cite" },
    longdesc: { img: "longDesc", frame: "longDesc", iframe: "" },
    background: { body: "", table: "", thead: "", tbody: "", tfoot: "", tr: "", td: "", th: "" },
    lowsrc: { img: "lowsrc" },
    dynsrc: { img: "" },
    action: { form: "action", isindex: "" },
    formaction: { button: "formAction", input: "formAction" },
    icon: { command: "", menuitem: "" },
    pluginspage: { embed: "" },
    pluginurl: { embed: "" },
    manifest: { html: "" },
    itemid: { "*": "" },
    "data-src": { "*": "" },
    "data-original": { "*": "" },
    "data-href": { "*": "" },
    "data-poster": { "*": "" },
  };
  const lists = { ping: ["a", "area"], profile: ["head"], attributionsrc: ["a", "img", "script"], archive: ["object"] };
  const sets = { srcset: ["img", "source"], imagesrcset: ["link"], "data-srcset": ["*"] };
  const painted = ["fill", "stroke", "filter", "mask", "clip-path", "marker", "marker-start", "marker-mid", "marker-end",
                   "cursor"];
  const social = /^(og:(url|image(:url|:secure_url)?|video(:url|:secure_url)?|audio(:url|:secure_url)?)|twitter:(image(:src)?|player))$/i;
  const isFor = (elements, name) => elements && (elements.includes(name) || elements.includes("*"));

  const addJson = (element, base) => {
    const type = (element.getAttribute("type") ?? "").trim().toLowerCase();
    let value;
    try {
      value = JSON.parse(element.textContent);
    } catch {
      return;
    }
    const one = (url) => typeof url === "string" && add("script", url, resolve(url, base));
    const isRelative = (text) => /^(\/|\.\.?\/)/.test(text);
    const isUrlLike = (text) => isRelative(text) || URL.canParse(text);
    const meaning = (text) => (isRelative(text) ? resolve(text, base) : isUrlLike(text) ? resolve(text) : text);
    // By the URLs of the keys: of two keys that lead to one the latter counts, however they are written.
    const normalized = (map, mean) => {
      const entries = new Map();
      for (const [key, inner] of Object.entries(map ?? {})) entries.set(mean(key), [key, inner]);
      return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
    };
    const specifiers = (map) => {
      for (const [url, [key, inner]] of normalized(map, meaning)) {
        if (isUrlLike(key)) add("script", key, url);
        if (typeof inner === "string" && isUrlLike(inner)) add("script", inner, meaning(inner));
      }
    };
    if (type === "importmap") {
      specifiers(value.imports);
      for (const [url, [scope, inner]] of normalized(value.scopes, (key) => resolve(key, base))) {
        add("script", scope, url);
        specifiers(inner);
      }
      for (const [url, [key]] of normalized(value.integrity, meaning)) {
        if (isUrlLike(key)) add("script", key, url);
      }
    } else if (type === "speculationrules") {
      for (const rules of Object.values(value)) {
        for (const rule of Array.isArray(rules) ? rules : []) (Array.isArray(rule?.urls) ? rule.urls : []).forEach(one);
      }
    } else if (type === "application/ld+json") {
      const known = ["url", "@id", "image", "logo", "sameAs", "contentUrl", "thumbnailUrl"];
      const work = [value];
      while (work.length) {
        const next = work.pop();
        if (next === null || typeof next !== "object") continue;
        for (const [key, inner] of Object.entries(next)) {
          if (known.includes(key)) (Array.isArray(inner) ? inner : [inner]).forEach(one);
          work.push(inner);
        }
      }
    }
  };

  const addAttribute = (element, place, name, value, base, live) => {
    const local = element.localName;
    const full = place + " " + name;
    const one = (reference) => add(full, reference, resolve(reference, base));
    if (local === "base" && !live) return;  // what it is resolved against is not to be seen here; what it leads to is
    if (name === "style") {
      addSheet(place + " style", value, base);
      if (element.style) addSheet(place + " style", element.style.cssText, base);
      return;
    }
    if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") {
      if (name === "href" || name === "xlink:href") one(value);
      else if (painted.includes(name)) addSheet(full, value, base);
      return;
    }
    if (name === "archive" && local === "applet") {
      for (const url of value.split(",").map((part) => part.trim()).filter((part) => part)) one(url);
    } else if (isFor(lists[name], local)) {
      words(value).forEach(one);
    } else if (isFor(sets[name], local)) {
      candidates(value).forEach(one);
    } else if (name === "manifest" && local === "html") {
      add(full, value, resolve(value, live ? element.ownerDocument.URL : base));
    } else if (local === "meta" && name === "content") {
      const to = (element.getAttribute("http-equiv") ?? "").toLowerCase() === "refresh" ? refreshed(value) : null;
      if (to !== null) one(to);
      else if (social.test(element.getAttribute("property") ?? element.getAttribute("name") ?? "")) one(value);
    } else if (urlAttributes[name]) {
      const property = urlAttributes[name][local] ?? urlAttributes[name]["*"];
      if (property === undefined) return;
      // JSON, a URL or a path in base64, a list
      if (name.startsWith("data-") && /^\s*([{[<']|aHR0c|L[\w+/]{7,}=*\s*$)|["|]/.test(value)) return;
      if (live && property) add(full, value, String(element[property]));
      else one(value);
    }
  };

  const baseOf = (root, outer) => {
    const element = [...root.querySelectorAll("base[href]")].find((base) => base instanceof HTMLBaseElement);
    if (!element) return outer;
    const url = resolve(element.getAttribute("href"), outer);
    return /^(invalid|data|javascript):/.test(url) ? outer : url;
  };

  const walk = (root, base, live) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    const nodes = [];
    if (root.nodeType === Node.ELEMENT_NODE) nodes.push(root);
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const element of nodes) {
      const place = element.localName;
      for (const attribute of element.attributes) addAttribute(element, place, attribute.name, attribute.value, base, live);
      if (place === "style") {
        const type = (element.getAttribute("type") ?? "").toLowerCase();
        if (type === "" || type === "text/css") addSheet("style", element.textContent, base);
        if (element.sheet) addRules(element.sheet.cssRules, base);
      } else if (place === "script" && !element.hasAttribute("src")) {
        addJson(element, base);
      } else if (element.content instanceof DocumentFragment) {
        walk(element.content, base, false);
      } else if (place === "iframe" && element.hasAttribute("srcdoc")) {
        const loaded = live && element.contentDocument;
        if (loaded && loaded.URL === "about:srcdoc") {
          walk(loaded, loaded.baseURI, true);
        } else {
          const parsed = new DOMParser().parseFromString(element.getAttribute("srcdoc"), "text/html");
          walk(parsed, baseOf(parsed, base), false);
        }
      }
      if (element.shadowRoot) walk(element.shadowRoot, base, live);
    }
  };

  walk(document, document.baseURI, true);
  return found;
})()
