/** Calls and screens of teams and of the groups that employees belong to. */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { itemsOf, tableQuery } from "../../../ground/kernel/query.ts";
import { mailAddress, whoManages } from "../record/people.contract.ts";

const whoSettles = any("ROLE_SETTINGS");
const whole = z.number().int();
/** A version as it is sent: as large as the column that holds it. */
const version = rowVersion;
const id = z.coerce.number<number>().int().positive().max(Number.MAX_SAFE_INTEGER);
const person = z.object({ id: whole, name: z.string() });

export const teamRow = z.object({
  id: whole,
  name: z.string(),
  description: z.string(),
  email: z.string(),
  phone: z.string(),
  leader: person.nullable(),
  members: z.array(person),
  active: z.boolean(),
  version: whole,
});
export type TeamRow = z.infer<typeof teamRow>;

export const listTeams = call({
  method: "GET",
  path: "/api/v4/team",
  who: whoSettles,
  summary: "Teams with their members, by name; archived ones too where they are asked for.",
  query: tableQuery({ order: ["name"], filter: { archived: z.stringbool() }, unlimited: true }),
  reply: itemsOf(teamRow),
});

const teamFields = {
  name: z.string().trim().min(1, { error: "employees.errorTeamName" }).max(100),
  description: z.string().trim().max(500).default(""),
  email: mailAddress.default(""),
  phone: z.string().trim().max(30).default(""),
  leader: id.nullable().default(null),
  /** Absent: the members stay who they are. */
  members: z.array(id).max(500).optional(),
};

export const createTeamCall = call({
  method: "POST",
  path: "/api/v4/team",
  who: whoSettles,
  summary: "Makes a team.",
  body: z.strictObject(teamFields),
  reply: teamRow,
});

export const updateTeamCall = call({
  method: "PUT",
  path: "/api/v4/team/{id}",
  who: whoSettles,
  summary: "Changes a team. A version that is not the newest is a conflict.",
  params: idParam,
  body: z.strictObject({ ...teamFields, version: version.optional() }),
  reply: teamRow,
});

export const archiveTeam = call({
  method: "PUT",
  path: "/api/v4/team/{id}/archived",
  who: whoSettles,
  summary: "Archives a team, so that it can be chosen no more, or brings it back.",
  params: idParam,
  body: z.strictObject({ archived: z.boolean(), version: version.optional() }),
  reply: teamRow,
});

export const deleteTeam = call({
  method: "DELETE",
  path: "/api/v4/team/{id}",
  who: whoSettles,
  summary: "Deletes a team that nothing and nobody belongs to; else it says where the team is used.",
  params: idParam,
});

export const staffOptions = call({
  method: "GET",
  path: "/api/v4/employee/option-list",
  who: any("ROLE_SETTINGS", "ROLE_MANAGE_EMPLOYEE"),
  summary: "Employees who may log in, as options.",
  reply: itemsOf(z.object({ id: whole, text: z.string() })),
});

export const deleteGroup = call({
  method: "DELETE",
  path: "/api/v4/employee-group/{id}",
  who: whoManages,
  summary: "Deletes a group that nobody belongs to; else it says how many do.",
  params: idParam,
});

export const groupScreen = screen({ path: "/employee-group/list", who: whoManages, title: "employees.groupsTitle" });
export const teamScreen = screen({ path: "/settings/team", who: whoSettles, title: "employees.teamsTitle" });
