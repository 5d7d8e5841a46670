/** All roles on one page: by area, with what each is for and opens, where it comes from, and why it may not be given. */
import { Checkbox, Collapse, SegmentedControl, TextInput, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconLock, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import type { Role } from "../../../ground/kernel/access.ts";
import { holdsText } from "../../../ground/kernel/fold-text.ts";
import { labelled, useAnyText } from "../../../ground/platform/web/content/texts.web.ts";
import { Empty, FilterRow } from "../../../ground/platform/web/pages/page.web.tsx";
import { coversAcl, type Grant } from "../access.ts";
import styles from "./acl.module.css";
import { type AclText, openedText, roleName, rolePurpose, useAclTexts } from "./acl-texts.web.ts";
import { type Declarations, opensOf } from "./role-access.ts";
import { OpenedList } from "./role-access.web.tsx";
import { areaNames, isRole, type RoleArea, roleAreas } from "./roles.ts";

export interface RoleEditorProps {
  /** The roles of the user's own, or of the group, as they are chosen now. */
  readonly own: readonly string[];
  /** The same as saved. */
  readonly saved: readonly string[];
  /** What the group gives besides. */
  readonly group: readonly string[];
  /** What the one who chooses holds. */
  readonly mine: readonly string[];
  /** Of somebody who changes their own roles: what they hold themselves, without the group. */
  readonly toSelf?: readonly string[] | undefined;
  /** Nothing can be changed here at all. */
  readonly locked: boolean;
  /** What the server has refused, by role. */
  readonly refused?: { readonly role: string; readonly text: string } | undefined;
  /** Absent where the reader may not see what roles open. */
  readonly declared?: Declarations | undefined;
  readonly onChange: (own: readonly string[]) => void;
}

/** The areas side by side, in halves: what unfolds in one column does not move the other. */
const columns = [areaNames.slice(0, 4), areaNames.slice(4)];

type Shown = "all" | "held" | "changed";

const rolesOf = (area: RoleArea): readonly Role[] => roleAreas[area];

const opened = (declared: Declarations | undefined, role: Role) =>
  declared ? opensOf(declared, role) : { screens: [], calls: [] };

/** Why a role cannot be given by this person; undefined where it can. */
function lockOf(t: AclText, props: RoleEditorProps, role: Grant): string | undefined {
  if (role === "ROLE_PREVIOUS_ADMIN") return t("sessionOnly");
  if (props.saved.includes(role)) return undefined;
  if (!coversAcl(props.mine, [role])) return t(role === "*" ? "notYoursAll" : "notYours");
  if (props.toSelf && !coversAcl(props.toSelf, [role])) return t("notYoursSelf");
  return undefined;
}

interface RoleFiltersProps {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
}

function RoleFilters({ search, onSearch, shown, onShown }: RoleFiltersProps): ReactNode {
  const t = useAclTexts();
  return (
    <FilterRow>
      <TextInput
        type="search"
        size="xs"
        w={260}
        aria-label={t("findRole")}
        placeholder={t("findRole")}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <SegmentedControl
        size="xs"
        aria-label={t("rolesHeld")}
        value={shown}
        onChange={(value) => onShown(value === "held" || value === "changed" ? value : "all")}
        data={[
          { value: "all", label: t("showAll") },
          { value: "held", label: t("showHeld") },
          { value: "changed", label: t("showChanged") },
        ]}
      />
    </FilterRow>
  );
}

export function RoleEditor(props: RoleEditorProps): ReactNode {
  const t = useAclTexts();
  const translate = useAnyText();
  const [search, setSearch] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const word = search.trim();
  const matches = (role: Role): boolean => {
    const held = props.own.includes(role) || props.group.includes(role);
    if (shown === "held" && !held) return false;
    if (shown === "changed" && props.own.includes(role) === props.saved.includes(role)) return false;
    if (word === "") return true;
    const { screens, calls } = opened(props.declared, role);
    const texts = [
      role,
      roleName(role),
      rolePurpose(role),
      ...screens.flatMap(({ path, title }) => [path, translate(title)]),
    ];
    return [...texts, ...calls.map(({ path }) => path)].some((text) => holdsText(text, word));
  };
  const areas = areaNames
    .map((area) => ({ area, roles: rolesOf(area).filter(matches) }))
    .filter(({ roles }) => roles.length > 0);
  const unknown = props.own.filter((role) => role !== "*" && !isRole(role));
  return (
    <div>
      <RoleFilters search={search} onSearch={setSearch} shown={shown} onShown={setShown} />
      {shown !== "changed" && word === "" && <StarRow {...props} />}
      {areas.length === 0 && <Empty title={t("nothingFound")} text={t("nothingFoundHint")} />}
      <div className={styles.areas}>
        {columns.map((names) => (
          <div key={names[0]}>
            {areas
              .filter(({ area }) => names.includes(area))
              .map(({ area, roles }) => (
                <Area key={area} area={area} roles={roles} editor={props} />
              ))}
          </div>
        ))}
      </div>
      {unknown.map((role) => (
        <p key={role} className={styles.lock}>
          {role}: {t("unknownRole")}
        </p>
      ))}
    </div>
  );
}

/** Takes roles in or out, each once. */
const withRoles = (own: readonly string[], roles: readonly string[], held: boolean): readonly string[] =>
  held ? [...new Set([...own, ...roles])] : own.filter((role) => !roles.includes(role));

function StarRow(props: RoleEditorProps): ReactNode {
  const t = useAclTexts();
  const lock = lockOf(t, props, "*");
  const purpose = useId();
  return (
    <div className={styles.star} data-held={props.own.includes("*") || props.group.includes("*")}>
      <Checkbox
        checked={props.own.includes("*")}
        disabled={props.locked || lock !== undefined}
        label={t("allRoles")}
        aria-describedby={purpose}
        onChange={(event) => props.onChange(withRoles(props.own, ["*"], event.currentTarget.checked))}
      />
      {props.group.includes("*") && <span className={styles.badge}>{t("fromGroup")}</span>}
      <span className={styles.purpose} id={purpose}>
        {t("allRolesFor")}
      </span>
      <Refusal lock={lock} refused={props.refused?.role === "*" ? props.refused.text : undefined} />
    </div>
  );
}

/** A lock with its reason, or what the server said no to. */
function Refusal(props: { lock: string | undefined; refused: string | undefined }): ReactNode {
  const text = props.refused ?? props.lock;
  if (text === undefined) return null;
  return (
    <span className={styles.lock} data-refused={props.refused !== undefined} role={props.refused ? "alert" : undefined}>
      <IconLock size={12} aria-hidden /> {text}
    </span>
  );
}

function Area(props: { area: RoleArea; roles: readonly Role[]; editor: RoleEditorProps }): ReactNode {
  const t = useAclTexts();
  const { area, roles, editor } = props;
  const name = t(`area_${area}`);
  const held = roles.filter((role) => editor.own.includes(role));
  // All that are shown and can be given; what is locked stays as it is.
  const free = roles.filter((role) => lockOf(t, editor, role) === undefined);
  const all = free.length > 0 && free.every((role) => editor.own.includes(role));
  const whole = all && held.length >= roles.filter((role) => role !== "ROLE_PREVIOUS_ADMIN").length;
  return (
    <section className={styles.area} aria-label={name}>
      <div className={styles.areaHead}>
        <Checkbox
          size="xs"
          checked={whole}
          indeterminate={!whole && held.length > 0}
          disabled={editor.locked || free.length === 0}
          aria-label={t("areaAll", { area: name })}
          onChange={() => editor.onChange(withRoles(editor.own, free, !all))}
        />
        <h2 className={styles.areaName}>{name}</h2>
        <span className={styles.areaCount}>
          {held.length} / {roles.length}
        </span>
      </div>
      <ul className={styles.roles}>
        {roles.map((role) => (
          <RoleRow key={role} role={role} editor={editor} />
        ))}
      </ul>
    </section>
  );
}

/** Whether a role was chosen or taken away since it was saved. */
const changeOf = (role: string, { own, saved }: RoleEditorProps): "added" | "removed" | undefined =>
  own.includes(role) === saved.includes(role) ? undefined : own.includes(role) ? "added" : "removed";

/** Where a role comes from besides the user's own list. */
const sourceOf = (t: AclText, role: string, { own, group }: RoleEditorProps): string | undefined => {
  if (group.includes(role)) return t("fromGroup");
  if (own.includes(role) || role === "ROLE_PREVIOUS_ADMIN") return undefined;
  return own.includes("*") || group.includes("*") ? t("fromAll") : undefined;
};

function RoleRow({ role, editor }: { role: Role; editor: RoleEditorProps }): ReactNode {
  const t = useAclTexts();
  const id = useId();
  const [open, setOpen] = useState(false);
  const lock = lockOf(t, editor, role);
  const opens = opened(editor.declared, role);
  const count = opens.screens.length + opens.calls.length;
  const source = sourceOf(t, role, editor);
  const shownNames = count === 0 ? t("opensNothing") : openedText(t, opens);
  return (
    <li
      className={styles.role}
      data-change={changeOf(role, editor)}
      data-held={editor.own.includes(role) || source !== undefined}
    >
      <div className={styles.roleLine}>
        <Checkbox
          size="xs"
          id={`${id}-box`}
          checked={editor.own.includes(role)}
          disabled={editor.locked || lock !== undefined}
          aria-describedby={`${id}-purpose`}
          onChange={(event) => editor.onChange(withRoles(editor.own, [role], event.currentTarget.checked))}
        />
        <label className={styles.roleName} htmlFor={`${id}-box`} title={role}>
          {roleName(role)}
        </label>
        {source !== undefined && <span className={styles.badge}>{source}</span>}
        {editor.declared && (
          <UnstyledButton
            className={styles.opens ?? ""}
            disabled={count === 0}
            aria-expanded={open}
            aria-controls={`${id}-opens`}
            aria-label={labelled(roleName(role), shownNames)}
            onClick={() => setOpen(!open)}
          >
            {shownNames}
            {count > 0 && <IconChevronRight size={12} aria-hidden data-open={open} />}
          </UnstyledButton>
        )}
      </div>
      <div className={styles.purpose} id={`${id}-purpose`}>
        {rolePurpose(role)}{" "}
        <Refusal lock={lock} refused={editor.refused?.role === role ? editor.refused.text : undefined} />
      </div>
      <Collapse expanded={open} id={`${id}-opens`}>
        {open && <OpenedList {...opens} />}
      </Collapse>
    </li>
  );
}
