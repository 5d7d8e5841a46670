/** The list of keys that "?" shows: those of every page, and those of the screen that is open. */
import { Kbd, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { textOf } from "../../ground/platform/web/content/texts.web.ts";
import { keyActs } from "../../ground/platform/web/feedback/keys.web.tsx";

const everywhere = [
  ["Ctrl K", "platform.keyPalette"],
  ["j", "platform.keyDown"],
  ["k", "platform.keyUp"],
  ["Enter", "platform.keyEnter"],
  ["x", "platform.keySelect"],
  ["[", "platform.previousPage"],
  ["]", "platform.nextPage"],
] as const;

export function KeyList(): ReactNode {
  const lines = [
    ...everywhere.map(([key, text]) => [key, textOf(text)] as const),
    ...keyActs.get().map(({ key, label }) => [key, label] as const),
  ];
  return (
    <Table withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {lines.map(([key, label]) => (
          <Table.Tr key={`${key} ${label}`}>
            <Table.Th w={96} scope="row">
              <Kbd>{key}</Kbd>
            </Table.Th>
            <Table.Td>{label}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
