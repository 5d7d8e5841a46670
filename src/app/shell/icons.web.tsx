/** The icons of the menu, by the names that the server gives them. */
import {
  IconActivity,
  IconAdjustments,
  IconBriefcase,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendar,
  IconChartBar,
  IconChecklist,
  IconCoinEuro,
  IconFiles,
  IconFolders,
  IconGavel,
  IconList,
  IconMail,
  IconNews,
  IconPhone,
  IconPlug,
  IconPoint,
  IconReceipt,
  IconSend,
  IconSettings,
  IconShare,
  IconShield,
  IconTemplate,
  IconUsers,
} from "@tabler/icons-react";
import type { ReactNode } from "react";

const icons: Readonly<Record<string, typeof IconPoint>> = {
  activity: IconActivity,
  adjustments: IconAdjustments,
  briefcase: IconBriefcase,
  "building-bank": IconBuildingBank,
  "building-store": IconBuildingStore,
  calendar: IconCalendar,
  "chart-bar": IconChartBar,
  checklist: IconChecklist,
  "coin-euro": IconCoinEuro,
  files: IconFiles,
  folders: IconFolders,
  gavel: IconGavel,
  list: IconList,
  mail: IconMail,
  news: IconNews,
  phone: IconPhone,
  plug: IconPlug,
  receipt: IconReceipt,
  send: IconSend,
  settings: IconSettings,
  share: IconShare,
  shield: IconShield,
  template: IconTemplate,
  users: IconUsers,
};

export function MenuIcon(props: { name: string }): ReactNode {
  const Icon = icons[props.name] ?? IconPoint;
  return <Icon size={16} stroke={1.6} aria-hidden />;
}
