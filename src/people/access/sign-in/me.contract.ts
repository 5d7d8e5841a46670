/** The logged-in user as calls hand them out. */
import { z } from "zod";
import { languages } from "../../../ground/kernel/texts.ts";
import { userKinds } from "../access.ts";

/** The logged-in user as the application sees it. While impersonating, `acl` also holds ROLE_PREVIOUS_ADMIN. */
export const me = z.object({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  kind: z.enum([...userKinds, "system"]),
  acl: z.array(z.string()),
  lang: z.enum(languages),
  previous: z.object({ id: z.number().int(), username: z.string() }).nullable(),
});
export type Me = z.infer<typeof me>;
