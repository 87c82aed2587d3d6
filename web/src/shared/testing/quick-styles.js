import { createRequire } from 'node:module';
import defaultStyleSheet from 'jsdom/lib/jsdom/browser/default-stylesheet.js';
import jsdomUtils from 'jsdom/lib/jsdom/living/generated/utils.js';

const cssom = createRequire(createRequire(import.meta.url).resolve('jsdom'))('rrweb-cssom');

/** What a page's tests ask for thousands of times: whether an element can be seen, pressed and scrolled. */
const inherited = { visibility: 'visible', 'pointer-events': 'auto' };
const nameOf = {
  display: 'display',
  visibility: 'visibility',
  pointerEvents: 'pointer-events',
  opacity: 'opacity',
  position: 'position',
  overflow: 'overflow',
  overflowX: 'overflow-x',
  overflowY: 'overflow-y',
};
const quick = [...Object.values(nameOf), 'content-visibility'];

/** The rules that give a property, by the class or tag that the last part of their selector needs. */
class Rules {
  #byKey = new Map();
  #count = 0;

  add(selectorText, value) {
    this.#count += 1;
    const isList = !/[[\]"'\\()]/.test(selectorText);
    for (const selector of isList ? selectorText.split(',') : [selectorText]) {
      const trimmed = selector.trim();
      const [, key = ''] = (isList && /(?:^|[\s>+~])(\.[\w-]+|[a-z]\w*)[\w.:-]*$/.exec(trimmed)) || [];
      const rule = { selector: trimmed, value, order: this.#count, isSimple: key === trimmed };
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), rule]);
    }
  }

  /** As jsdom sees it: the last rule that matches, whatever its specificity. */
  valueFor(element, matches) {
    const classes = element.getAttributeNS(null, 'class')?.split(/\s+/) ?? [];
    let [order, value] = [0, ''];
    for (const key of ['', element._localName, ...classes.map((name) => `.${name}`)]) {
      for (const rule of this.#byKey.get(key) ?? []) {
        if (rule.order > order && (rule.isSimple || matches(rule.selector, element))) ({ order, value } = rule);
      }
    }
    return value;
  }
}

/** The rules of a document's sheets, read as sheets are added, and anew after one was removed or changed. */
class RulesOfDocument {
  #read = [];
  #rules = {};
  #changes = -1;

  of(sheets) {
    if (this.#changes !== changes || this.#read.some((sheet, index) => sheet !== sheets[index])) {
      this.#read = [];
      this.#changes = changes;
      this.#rules = Object.fromEntries(quick.map((name) => [name, new Rules()]));
      this.#add(defaultSheet);
    }
    for (const sheet of sheets.slice(this.#read.length)) {
      this.#read.push(sheet);
      this.#add(sheet);
    }
    return this.#rules;
  }

  #add({ cssRules }) {
    for (const rule of cssRules) {
      const inner = rule.media ? (Array.from(rule.media).includes('screen') ? rule.cssRules : []) : [rule];
      for (const { selectorText, style } of inner) {
        if (!style || selectorText === undefined) continue;
        for (const name of quick) {
          const value = style.getPropertyValue(name);
          if (value) this.#rules[name].add(selectorText, value === 'unset' ? '' : value);
        }
      }
    }
  }
}

const defaultSheet = cssom.parse(defaultStyleSheet);
/** How often rules were changed within a sheet. */
let changes = 0;
for (const name of ['insertRule', 'deleteRule']) {
  const change = cssom.CSSStyleSheet.prototype[name];
  cssom.CSSStyleSheet.prototype[name] = function changed(...given) {
    changes += 1;
    return change.apply(this, given);
  };
}

/**
 * For each computed style jsdom parses every value of every rule that matches, and tries the selector of every rule: half
 * of the time of these tests. Here the few properties of `quick` are looked up by themselves; another one is jsdom's.
 */
export function quickenStyles(window, matches) {
  const whole = window.getComputedStyle.bind(window);
  const rulesOf = new WeakMap();
  const ownValue = (element, name) => {
    const document = element._ownerDocument;
    if (!rulesOf.has(document)) rulesOf.set(document, new RulesOfDocument());
    const rules = rulesOf.get(document).of(document.styleSheets._list);
    const inline = element.style?.getPropertyValue(name);
    return inline ? (inline === 'unset' ? '' : inline) : rules[name].valueFor(element, matches);
  };
  const computed = (element, name) => {
    for (let from = element; from; from = name in inherited ? from.parentElement : null) {
      const value = ownValue(from, name);
      if (value !== '') return value;
    }
    return inherited[name] ?? '';
  };
  window.getComputedStyle = (wrapper, pseudo) => {
    const element = jsdomUtils.implForWrapper(wrapper);
    if (!element || pseudo) return whole(wrapper, pseudo);
    let all;
    const others = () => {
      all ??= whole(wrapper);
      return all;
    };
    const getPropertyValue = (name) =>
      quick.includes(name) ? computed(element, name) : others().getPropertyValue(name);
    return new Proxy(Object.create(null), {
      get(_, key) {
        if (key === 'getPropertyValue') return getPropertyValue;
        if (Object.hasOwn(nameOf, key)) return computed(element, nameOf[key]);
        const value = Reflect.get(others(), key);
        return typeof value === 'function' ? value.bind(others()) : value;
      },
      has: (_, key) => key in others(),
      ownKeys: () => Reflect.ownKeys(others()),
    });
  };
}
