/**
 * Mutants of a source file: small changes, each of which a test should notice. All of them are written into one text, where a
 * running number chooses at most one (mutant schemata), so that a file is compiled once and not once a mutant.
 */
import { parseSync } from "vite";

export interface Mutant {
  /** Path from the root. */
  readonly file: string;
  readonly line: number;
  /** The source line, trimmed: tells the mutant in the list of accepted ones, wherever the line moves. */
  readonly text: string;
  /** What stood there and what stands there instead. */
  readonly change: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Replacement = readonly [shown: string, code: string];

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Keys of a node that hold no code that runs, or none that may be put in brackets. */
function skipped(node: Node, key: string): boolean {
  if (["typeAnnotation", "typeArguments", "typeParameters", "returnType", "superTypeArguments"].includes(key))
    return true;
  if (node.type === "Property")
    return key === "key" ? node.computed !== true : key === "value" && node.shorthand === true;
  if (node.type === "MemberExpression") return key === "property" && node.computed !== true;
  if (node.type === "ExportNamedDeclaration") return key === "source" || node.exportKind === "type";
  if (node.type === "VariableDeclarator") return key === "id" && isNode(node.id) && node.id.type === "Identifier";
  return false;
}

const typeOnly = (node: Node): boolean =>
  ["ImportDeclaration", "ExportAllDeclaration", "ExportSpecifier"].includes(node.type) ||
  (node.type.startsWith("TS") &&
    !["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(node.type));

function childrenOf(node: Node): readonly Node[] {
  const found = Object.entries(node)
    .filter(([key]) => !skipped(node, key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter((child) => !typeOnly(child));
  return found.sort((one, other) => one.start - other.start);
}

const boundary: Record<string, string> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const arithmetic: Record<string, string> = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "**": "*" };
const assignment: Record<string, string> = { "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "??=": "=" };
const methods: Record<string, string> = {
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  round: "floor",
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  find: "findLast",
  findLast: "find",
  padStart: "padEnd",
  padEnd: "padStart",
  toUpperCase: "toLowerCase",
  toLowerCase: "toUpperCase",
};
/** Calls that can be left out: what they are called on stands for the result. */
const passing = ["filter", "sort", "toSorted", "reverse", "toReversed", "slice", "trim"];

const isComparison = (node: Node): boolean =>
  node.type === "BinaryExpression" && /^([<>]=?|[!=]==?)$/.test(String(node.operator));
const isLogical = (node: Node | undefined): boolean => node?.type === "LogicalExpression" && node.operator !== "??";

const isTest = (node: Node, parent: Node | undefined): boolean =>
  ["IfStatement", "ConditionalExpression", "WhileStatement", "ForStatement", "DoWhileStatement"].includes(
    parent?.type ?? "",
  ) && parent?.test === node;
/** `x[0] ?? ""`: the default is there for the compiler, which cannot know that the element is. */
const isIndexed = (node: unknown): boolean =>
  isNode(node) && (node.type === "ChainExpression" ? isIndexed(node.expression) : node.computed === true);
const isDemandedDefault = (node: Node, parent: Node | undefined): boolean =>
  parent?.right === node &&
  (parent.type === "AssignmentPattern" || (parent.operator === "??" && isIndexed(parent.left)));
/** `? -1 : 1`: of such a number only the sign counts. */
const isSign = (node: Node, parent: Node | undefined): boolean =>
  node.value === 1 &&
  (parent?.type === "UnaryExpression" || (parent?.type === "ConditionalExpression" && parent.test !== node));
const isLoopTest = (parent: Node | undefined): boolean =>
  ["WhileStatement", "ForStatement", "DoWhileStatement"].includes(parent?.type ?? "");

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function regexChanges(pattern: string): readonly string[] {
  const changes: string[] = [];
  if (pattern.startsWith("^")) changes.push(pattern.slice(1));
  if (pattern.endsWith("$") && !pattern.endsWith("\\$")) changes.push(pattern.slice(0, -1));
  for (const { index } of pattern.matchAll(/(?<![(*+?}\\])\?/g)) {
    changes.push(pattern.slice(0, index) + pattern.slice(index + 1));
  }
  for (const { index, 0: whole, 1: digits } of pattern.matchAll(/\{(\d+)/g)) {
    changes.push(`${pattern.slice(0, index)}{${Number(digits) + 1}${pattern.slice(index + whole.length)}`);
  }
  return changes.filter((changed) => {
    try {
      new RegExp(changed, "v");
      return true;
    } catch {
      return false;
    }
  });
}

function ofLiteral(node: Node, raw: string): readonly Replacement[] {
  const { value } = node;
  if (typeof value === "boolean") return [[String(!value), String(!value)]];
  if (typeof value === "number" && Number.isInteger(value)) {
    const around = value >= 2 ? [value + 1, value - 1] : [value + 1];
    return around.map((number) => [String(number), String(number)]);
  }
  if (typeof value === "bigint") {
    const around = value >= 2n ? [value + 1n, value - 1n] : [value + 1n];
    return around.map((number) => [`${number}n`, `${number}n`]);
  }
  if (typeof value === "string") {
    const other = /^\d{4}-\d\d-\d\d$/.test(value) ? nextDay(value) : value === "" ? "?" : "";
    return [[JSON.stringify(other), JSON.stringify(other)]];
  }
  if (isRegex(node.regex)) {
    const { flags } = node.regex;
    return regexChanges(node.regex.pattern)
      .map((pattern) => `/${pattern}/${flags}`)
      .filter((changed) => changed !== raw && !changed.startsWith("//"))
      .map((changed) => [changed, changed]);
  }
  return [];
}

const isRegex = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === "object" && value !== null && "pattern" in value && "flags" in value;

class Writer {
  readonly mutants: Mutant[] = [];
  readonly file: string;
  readonly source: string;
  readonly firstId: number;

  constructor(file: string, source: string, firstId: number) {
    this.file = file;
    this.source = source;
    this.firstId = firstId;
  }

  #add(node: Node, shown: string): number {
    const before = this.source.slice(0, node.start);
    const line = before.split("\n").length;
    const text = this.source.split("\n")[line - 1]?.trim() ?? "";
    const from = this.#raw(node).replaceAll(/\s+/g, " ");
    this.mutants.push({ file: this.file, line, text, change: `${from} → ${shown.replaceAll(/\s+/g, " ")}` });
    return this.firstId + this.mutants.length - 1;
  }

  #raw(node: Node): string {
    return this.source.slice(node.start, node.end);
  }

  /** The text of a node with all its mutants in it. */
  write(node: Node, parent?: Node): string {
    const changes = this.#changes(node, parent);
    const ids = changes.map(([shown, code]) => [this.#add(node, shown), code] as const);
    let text = "";
    let at = node.start;
    for (const child of childrenOf(node)) {
      text += this.source.slice(at, child.start) + this.write(child, node);
      at = child.end;
    }
    text += this.source.slice(at, node.end);
    if (node.type === "ExpressionStatement") return this.#statement(node, text);
    return ids.length === 0 ? text : `(${ids.map(([id, code]) => `__mutate(${id}) ? (${code}) : `).join("")}${text})`;
  }

  #statement(node: Node, text: string): string {
    if (typeof node.directive === "string") return text;
    return `{ if (!__mutate(${this.#add(node, "left out")})) ${text} }`;
  }

  #changes(node: Node, parent: Node | undefined): readonly Replacement[] {
    const own = this.#ownChanges(node, parent);
    const constant = isComparison(node) || isLogical(node);
    if (!isTest(node, parent) || constant) return own;
    return isLoopTest(parent) ? [["false", "false"]] : (["true", "false"] as const).map((value) => [value, value]);
  }

  #ownChanges(node: Node, parent: Node | undefined): readonly Replacement[] {
    const both = (value: string): Replacement => [value, value];
    const { left, right, argument } = node;
    if (isDemandedDefault(node, parent)) return [];
    if (isSign(node, parent)) return [both("0")];
    if (node.type === "Literal") return parent?.type === "ExpressionStatement" ? [] : ofLiteral(node, this.#raw(node));
    if (node.type === "TemplateLiteral") return parent?.type === "TaggedTemplateExpression" ? [] : [both('""')];
    if (node.type === "ArrayExpression")
      return Array.isArray(node.elements) && node.elements.length > 0 ? [both("[]")] : [];
    if (node.type === "UnaryExpression" && isNode(argument)) {
      return node.operator === "!" || (node.operator === "-" && argument.type !== "Literal")
        ? [both(this.#raw(argument))]
        : [];
    }
    if (node.type === "UpdateExpression" && isNode(argument)) {
      const operator = node.operator === "++" ? "--" : "++";
      return [both(node.prefix === true ? operator + this.#raw(argument) : this.#raw(argument) + operator)];
    }
    if (node.type === "CallExpression") return this.#ofCall(node, parent);
    if (!isNode(left) || !isNode(right)) return [];
    const operator = String(node.operator);
    const joined = (other: string): Replacement => both(`${this.#raw(left)} ${other} ${this.#raw(right)}`);
    if (node.type === "LogicalExpression") {
      const parts = [both(this.#raw(left)), both(this.#raw(right))];
      if (operator === "??" && isIndexed(left)) return [both(this.#raw(right))];
      return operator === "??" || isLogical(parent) ? parts : [...parts, both(String(operator === "||"))];
    }
    if (node.type === "AssignmentExpression") return assignment[operator] ? [joined(assignment[operator])] : [];
    if (node.type !== "BinaryExpression") return [];
    if (arithmetic[operator]) return [joined(arithmetic[operator])];
    if (!isComparison(node)) return [];
    const edge = boundary[operator] ? [joined(boundary[operator])] : [];
    if (isLogical(parent)) return edge;
    return isLoopTest(parent) ? [...edge, both("false")] : [...edge, both("true"), both("false")];
  }

  #ofCall(node: Node, parent: Node | undefined): readonly Replacement[] {
    const { callee } = node;
    // A link of an optional chain cannot be put in brackets: the chain would no longer end there.
    if (parent?.type === "ChainExpression" || node.optional === true || !isNode(callee)) return [];
    if (callee.type !== "MemberExpression" || callee.computed === true || callee.optional === true) return [];
    const { object, property } = callee;
    if (!isNode(object) || !isNode(property)) return [];
    if (/\?\./.test(this.#raw(object))) return [];
    const name = String(property.name);
    if (passing.includes(name)) return [[this.#raw(object), this.#raw(object)]];
    const other = methods[name];
    if (!other || !Object.hasOwn(methods, name)) return [];
    const changed = `${this.#raw(object)}.${other}${this.source.slice(property.end, node.end)}`;
    return [[changed, changed]];
  }
}

/** The mutants of a file and its text with all of them, numbered from `firstId`. */
export function mutate(file: string, source: string, firstId: number): { mutants: readonly Mutant[]; text: string } {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0 || !isNode(program)) throw new Error(`${file} cannot be read`);
  const writer = new Writer(file, source, firstId);
  const text = writer.write({ ...program, start: 0, end: source.length });
  return { mutants: writer.mutants, text: `const __mutate = globalThis.__mutate.chosen;\n${text}` };
}
