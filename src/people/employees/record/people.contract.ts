/** Calls and screens of employees (specification, points 2 and 7; domain facts 5). */
import { z } from "zod";
import { any } from "../../../ground/kernel/access.ts";
import { call, idParam, rowVersion, screen } from "../../../ground/kernel/contract.ts";
import { type PlainDate, parsePlainDate } from "../../../ground/kernel/dates.ts";
import { itemsOf, pageOf, tableQuery } from "../../../ground/kernel/query.ts";
import { languages } from "../../../ground/kernel/texts.ts";
import { aclShape } from "../../access/access.contract.ts";
import { departments, reminderStates, requirementKinds, trainingKinds } from "../employees.ts";

export const whoManages = any("ROLE_MANAGE_EMPLOYEE");
const whole = z.number().int();
/** A version as it is sent: as large as the column that holds it. */
const version = rowVersion;
const id = z.coerce.number<number>().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A day that rules may add years to: of centuries that people work in. */
const isDate = (text: string): text is PlainDate =>
  parsePlainDate(text) !== undefined && text >= "1900-01-01" && text <= "2999-12-31";
/** A date that must be given. */
export const day = z.string().refine(isDate, { error: "employees.errorDate" });
/** A date, or none. */
const anyDay = day.nullable().or(z.literal("").transform(() => null));

const line = (most: number) => z.string().trim().max(most);
/** A mail address; "" and null are none. */
export const mailAddress = z.literal("").or(
  z
    .string()
    .trim()
    .max(254)
    .pipe(z.email({ error: "employees.errorEmail" })),
);

/** What a person fills in about an employee; a change leaves what is absent as it is. */
const fields = {
  username: line(100).min(1, { error: "employees.errorUsername" }),
  name: line(200).min(1, { error: "employees.errorName" }),
  email: mailAddress.nullable(),
  language: z.enum(languages),
  group: id.nullable(),
  team: z.array(id).max(100),
  acl: aclShape,
  phone: line(30),
  jobTitle: line(100),
  department: z.enum(departments).nullable(),
  isCaseManager: z.boolean(),
  isAccountManager: z.boolean(),
  employedFrom: anyDay,
  employedUntil: anyDay,
  vogOn: anyDay,
};
const password = z.string().max(1024);

const named = z.object({ id: whole, name: z.string() });
const requirement = z.object({ kind: z.enum(requirementKinds), due: z.string() });

export const employeeRow = z.object({
  id: whole,
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  jobTitle: z.string(),
  department: z.enum(departments).nullable(),
  group: named.nullable(),
  team: z.array(named),
  isCaseManager: z.boolean(),
  isAccountManager: z.boolean(),
  employedFrom: z.string().nullable(),
  employedUntil: z.string().nullable(),
  active: z.boolean(),
  /** Whether a password was chosen; else whether an invitation may still be used. */
  access: z.enum(["password", "invited", "none"]),
  lastLoginAt: z.iso.datetime().nullable(),
  /** Training and VOG: something is due, falls due within 60 days, or nothing does. */
  state: z.enum(reminderStates),
  /** What must be done and by when, earliest first. */
  requirements: z.array(requirement),
  /** Whether the asker may act as this employee. */
  switchable: z.boolean(),
  /** Whether the asker may change this employee: holds all that the employee holds. */
  manageable: z.boolean(),
  version: whole,
});
export type EmployeeRow = z.infer<typeof employeeRow>;

export const listEmployees = call({
  method: "GET",
  path: "/api/v4/employee",
  who: whoManages,
  summary: "Employees with group, teams, duties, last login and how they stand with training and VOG.",
  query: tableQuery({
    order: ["name", "username", "email", "jobTitle", "group", "lastLoginAt", "due", "employedFrom"],
    filter: {
      search: z.string().trim().max(200),
      group: id,
      team: id,
      department: z.enum(departments),
      active: z.stringbool(),
      duty: z.enum(["caseManager", "accountManager"]),
      state: z.enum(reminderStates),
    },
  }),
  reply: pageOf(employeeRow),
});

/** An employee as the form shows it. */
export const employee = employeeRow.extend({
  language: z.enum(languages),
  /** The employee's own roles, without those of the group. */
  acl: z.array(z.string()),
  groupAcl: z.array(z.string()),
  groupArchived: z.boolean(),
  vogOn: z.string().nullable(),
  /** Until when the last invitation may be used; null where none is open. */
  invitedUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type Employee = z.infer<typeof employee>;

export const getEmployee = call({
  method: "GET",
  path: "/api/v4/employee/{id}",
  who: whoManages,
  summary: "One employee.",
  params: idParam,
  reply: employee,
});

export const createEmployee = call({
  method: "POST",
  path: "/api/v4/employee",
  who: whoManages,
  summary: "Makes an employee, with a password or an invitation by mail. Nobody gives a role that they do not hold.",
  body: z.strictObject({
    ...fields,
    email: fields.email.default(null),
    language: fields.language.default("nl"),
    group: fields.group.default(null),
    team: fields.team.default([]),
    acl: fields.acl.default([]),
    phone: fields.phone.default(""),
    jobTitle: fields.jobTitle.default(""),
    department: fields.department.default(null),
    isCaseManager: fields.isCaseManager.default(false),
    isAccountManager: fields.isAccountManager.default(false),
    employedFrom: fields.employedFrom.default(null),
    employedUntil: fields.employedUntil.default(null),
    vogOn: fields.vogOn.default(null),
    /** Absent: the employee chooses one by a link. */
    password: password.optional(),
    /** Mails a link to choose a password. */
    invite: z.boolean().default(false),
  }),
  reply: employee,
  replayable: false,
});

export const updateEmployee = call({
  method: "PUT",
  path: "/api/v4/employee",
  who: whoManages,
  summary:
    "Changes the employee whose id stands in the body; what is absent stays, a version that is not the newest is a conflict.",
  body: z.strictObject({
    ...z.object(fields).partial().shape,
    id,
    password: password.optional(),
    invite: z.boolean().default(false),
    version: version.optional(),
  }),
  reply: employee,
  replayable: false,
});

export const inviteEmployee = call({
  method: "POST",
  path: "/api/v4/employee/{id}/invitation",
  who: whoManages,
  summary: "Mails a link to choose a password; a former one is worthless from then on.",
  params: idParam,
  reply: z.object({ until: z.iso.datetime() }),
});

/** What an employee is in charge of. */
export const chargeKinds = ["caseFiles", "agendaItems", "caseClients", "accountClients"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

export const listCharges = call({
  method: "GET",
  path: "/api/v4/employee/{id}/charge",
  who: whoManages,
  summary: "What an employee is in charge of: open files, what stands in the agenda, and active clients.",
  params: idParam,
  reply: itemsOf(z.object({ kind: z.enum(chargeKinds), count: whole })),
});

const successors = {
  /** Who becomes case manager of the files and clients, and gets what stands in the agenda. */
  caseManager: id.nullable().default(null),
  /** Who becomes account manager of the clients. */
  accountManager: id.nullable().default(null),
};

export const handOver = call({
  method: "PUT",
  path: "/api/v4/employee/{id}/charge",
  who: whoManages,
  summary: "Hands over what an employee is in charge of to others.",
  params: idParam,
  body: z.strictObject(successors),
  reply: z.object({ handedOver: z.array(z.object({ kind: z.enum(chargeKinds), count: whole })) }),
});

export const setEmployeeActive = call({
  method: "PUT",
  path: "/api/v4/employee/{id}/active",
  who: whoManages,
  summary: "Lets an employee log in, or no more; what they are in charge of is handed over in the same step.",
  params: idParam,
  body: z.strictObject({ ...successors, active: z.boolean(), version: version.optional() }),
  reply: employee,
});

export const training = z.object({
  id: whole,
  kind: z.enum(trainingKinds),
  heldOn: z.string(),
  title: z.string(),
  note: z.string(),
  file: z.object({ name: z.string(), mime: z.string(), sizeBytes: whole }).nullable(),
  version: whole,
});
export type Training = z.infer<typeof training>;

const trainingFields = {
  kind: z.enum(trainingKinds, { error: "employees.errorKind" }),
  heldOn: day,
  title: line(200).min(1, { error: "employees.errorTitle" }),
  note: line(2000).default(""),
};
const trainingParams = idParam.extend({ trainingId: idParam.shape.id });

export const listTrainings = call({
  method: "GET",
  path: "/api/v4/employee/{id}/training",
  who: whoManages,
  summary: "The courses and meetings that an employee took part in, newest first.",
  params: idParam,
  reply: itemsOf(training),
});

export const addTraining = call({
  method: "POST",
  path: "/api/v4/employee/{id}/training",
  who: whoManages,
  summary:
    "Notes a course or meeting, with a certificate (field `file`: PDF or image, told by its content) where there is one.",
  params: idParam,
  body: z.strictObject(trainingFields),
  reply: training,
  carries: "files",
});

export const updateTraining = call({
  method: "PUT",
  path: "/api/v4/employee/{id}/training/{trainingId}",
  who: whoManages,
  summary: "Changes what was noted of a course or meeting.",
  params: trainingParams,
  body: z.strictObject({ ...trainingFields, version }),
  reply: training,
});

export const dropTraining = call({
  method: "DELETE",
  path: "/api/v4/employee/{id}/training/{trainingId}",
  who: whoManages,
  summary: "Deletes a course or meeting with its certificate; the audit trail keeps that it was there.",
  params: trainingParams,
});

export const downloadCertificate = call({
  method: "GET",
  path: "/api/v4/employee/{id}/training/{trainingId}/certificate",
  who: whoManages,
  summary: "The certificate of a course or meeting.",
  params: trainingParams,
  carries: "blob",
});

export const reminder = z.object({
  /** Null: of the house itself. */
  employee: named.nullable(),
  kind: z.enum([...requirementKinds, "ethics"]),
  due: z.string(),
  daysLeft: whole,
});

export const listReminders = call({
  method: "GET",
  path: "/api/v4/employee-reminder",
  who: whoManages,
  summary: "Training and VOG that are due or fall due within 60 days, earliest first.",
  reply: z.object({
    items: z.array(reminder),
    /** Meetings on ethics of this calendar year. */
    ethics: z.object({ held: whole, needed: whole }),
  }),
});

export const employeeScreen = screen({ path: "/employee", who: whoManages, title: "employees.title" });
export const newEmployeeScreen = screen({ path: "/employee/new", who: whoManages, title: "employees.newTitle" });
export const editEmployeeScreen = screen({ path: "/employee/{id}", who: whoManages, title: "employees.editTitle" });
