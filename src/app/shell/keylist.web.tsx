/** The list of keys that "?" shows: those of every page, and those of the screen that is open. */
import { Kbd, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { keyActs } from "../../platform/web/keys.web.tsx";
import { textOf } from "../../platform/web/texts.web.ts";

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
