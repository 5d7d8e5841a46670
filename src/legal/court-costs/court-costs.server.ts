/** Handles the calls of the court costs. The tariffs are kept with all others (`ground/tariffs`). */
import { defineModule, handle } from "../../ground/platform/server/http/module.ts";
import { loadTariffs } from "../../ground/tariffs/tariffs.server.ts";
import { missingTariffs } from "../../ground/tariffs/tariffs.ts";
import { calculateCourtCosts, courtCostsScreen, readScales } from "./court-costs.contract.ts";
import { courtCostTexts } from "./court-costs.texts.ts";
import { courtCosts } from "./court-costs.ts";
import { type ScaleKind, scaleKinds, scalesOf } from "./scales.ts";

const isScaleKind = (kind: string): kind is ScaleKind => scaleKinds.some((known) => known === kind);

export const courtCostsServer = defineModule({
  name: "courtCosts",
  screens: [courtCostsScreen],
  texts: [courtCostTexts],
  handlers: [
    handle(readScales, async ({ db, clock }) => {
      const tariffs = await loadTariffs(db);
      return {
        items: scaleKinds.flatMap((kind) => scalesOf(tariffs, kind)),
        missing: missingTariffs(tariffs, clock.today()).flatMap(({ kind, dueOn, overdue }) =>
          isScaleKind(kind) ? [{ kind, dueOn, overdue }] : [],
        ),
      };
    }),
    handle(calculateCourtCosts, async ({ db, clock }, { query }) => {
      const summonsOn = query.summonsOn ?? clock.today();
      const judgmentOn = query.judgmentOn ?? summonsOn;
      const reckoned = courtCosts(await loadTariffs(db), { ...query, summonsOn, judgmentOn });
      return { ...reckoned, lines: [...reckoned.lines], after: [...reckoned.after], summonsOn, judgmentOn };
    }),
  ],
});
