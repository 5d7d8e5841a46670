/** A screen that breaks down when it is told to, for the page that then stands in its place. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Page } from "../../ground/platform/web/pages/page.web.tsx";

export function GalleryBroken(): ReactNode {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error("broken on purpose");
  return (
    <Page title="Broken">
      <Button onClick={() => setBroken(true)}>break</Button>
    </Page>
  );
}
