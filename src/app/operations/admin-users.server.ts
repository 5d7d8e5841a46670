/** Commands of `npm run admin` about users: what a call would do, done from a shell. */
import { userInfo } from "node:os";
import { roles } from "../../ground/kernel/access.ts";
import { VorderError } from "../../ground/kernel/errors.ts";
import { systemActor, type WorkCtx } from "../../ground/platform/server/http/module.ts";
import { workCtx } from "../../ground/platform/server/jobs/work-context.ts";
import {
  createUser,
  passwordProblem,
  revokeFactors,
  setPassword,
  userIdByName,
} from "../../people/access/access.server.ts";
import type { Grant } from "../../people/access/access.ts";
import { type AdminSession, type Command, print, UsageError } from "./admin-command.server.ts";
import { withApplication } from "./assembled.server.ts";

/** Runs a piece of work in one transaction, as a call would, under the name of whoever is at the shell. */
async function work<R>(session: AdminSession, run: (ctx: WorkCtx) => Promise<R>): Promise<R> {
  const actor = { ...systemActor, username: `${userInfo().username} (shell)` };
  return withApplication({ ...session, connections: 2 }, async ({ parts, database, texts }) => {
    try {
      return await database.db.transaction().execute((db) => run(workCtx(parts, db, actor)));
    } catch (error) {
      if (!(error instanceof VorderError)) throw error;
      const messages = Object.values(error.detail.fields ?? {}).flat();
      throw new UsageError(messages.map((message) => texts.translate("en", message)).join(" ") || error.message);
    }
  });
}

/** The password of VORDER_PASSWORD, under the rules for every other; else a random one of 120 bits, shown once. */
function choosePassword(ctx: WorkCtx, own: readonly string[]): { readonly password: string; readonly shown: string } {
  const given = process.env.VORDER_PASSWORD;
  if (given === undefined) {
    const password = Buffer.from(ctx.random.bytes(15)).toString("base64url");
    return { password, shown: password };
  }
  const problem = passwordProblem(given, own);
  if (problem !== undefined) throw new UsageError(ctx.translate({ key: problem }, "en"));
  return { password: given, shown: "that of VORDER_PASSWORD" };
}

function readGrants(text: string | undefined): Grant[] {
  const known = new Map<string, Grant>([["*", "*"], ...roles.map((role) => [role, role] as const)]);
  known.delete("ROLE_PREVIOUS_ADMIN");
  return (text ?? "")
    .split(",")
    .filter(Boolean)
    .map((name) => {
      const grant = known.get(name.trim());
      if (grant === undefined)
        throw new UsageError(`${name} is no role that can be given; there are ${[...known.keys()].join(", ")}`);
      return grant;
    });
}

function readKind(text: string | undefined): "staff" | "customer" | "contact" {
  const kind = (["staff", "customer", "contact"] as const).find((name) => name === (text ?? "staff"));
  if (kind === undefined) throw new UsageError(`--kind is staff, customer or contact, not ${text}`);
  return kind;
}

export const userCommands = {
  "create-user": async (session, { subject, options }) => {
    // What was mistyped is told before the application is assembled for it.
    const [acl, kind] = [readGrants(options.roles), readKind(options.kind)];
    await work(session, async (ctx) => {
      const { password, shown } = choosePassword(ctx, [subject]);
      const user = {
        username: subject,
        name: options["full-name"] ?? subject,
        email: options.email ?? null,
        password,
        acl,
        kind,
      };
      const id = await createUser(ctx.db, ctx, user);
      await ctx.audit({
        action: "access.createUser",
        subject: "app_user",
        subjectId: id,
        after: { username: subject, acl },
      });
      print(`User ${subject} was made. Password: ${shown}`);
    });
  },

  "reset-password": (session, { subject }) =>
    work(session, async (ctx) => {
      const id = await userIdByName(ctx.db, subject);
      if (id === undefined) throw new UsageError(`there is no user ${subject}`);
      const { password, shown } = choosePassword(ctx, [subject]);
      await setPassword(ctx.db, ctx, id, password);
      await ctx.audit({ action: "access.resetPassword", subject: "app_user", subjectId: id });
      print(`The password of ${subject} is now: ${shown}`);
    }),

  "remove-factors": (session, { subject }) =>
    work(session, async (ctx) => {
      const id = await userIdByName(ctx.db, subject);
      if (id === undefined) throw new UsageError(`there is no user ${subject}`);
      const count = await revokeFactors(ctx, id, "npm run admin -- remove-factors");
      print(
        `${count} second factors of ${subject} were removed. Where one is required, the next login asks for a new one.`,
      );
    }),
} satisfies Readonly<Record<string, Command>>;
