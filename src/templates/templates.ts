/** Templates as data: the door to their shape, variables, lint and rendering. Pure. */
export * from "./blocks.ts";
export * from "./body.ts";
export * from "./format.ts";
export * from "./html.ts";
export * from "./lint.ts";
export * from "./pressing.ts";
export * from "./render.ts";
export * from "./sms.ts";
export * from "./variables.ts";
