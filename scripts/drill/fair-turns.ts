/** A large import, and a small one of somebody else that begins while it is placed, on one worker. */
import { checkedImport } from "../drill-import.ts";
import { openDrillWorld, until } from "../drill-world.ts";
import { Drill } from "../reliability.ts";

const small = 5;
export const drill = new Drill({
  about: "A large import and a small one of somebody else, on one worker.",
  counts: { large: { full: 8000, small: 3000 } },
  async run(say, count) {
    const large = count("large");
    const world = await openDrillWorld();
    try {
      const product = await world.start();
      const slow = await checkedImport(world, product, "large", large);
      const quick = await checkedImport(world, product, "small", small);
      await slow.place();
      await until("the large one is under way", 300, async () => (await slow.now()).filesPlaced > 0);
      await quick.place();
      await until("the small one is placed", 900, async () => (await quick.now()).state === "placed");
      const { state, filesPlaced } = await slow.now();
      say(`  the small one was placed after ${filesPlaced} of ${large} files of the large one`);
      await until("the large one is placed", 900, async () => (await slow.now()).state === "placed");
      const whole = (await slow.now()).filesPlaced;
      return [
        {
          promise: "a small work is over before a large one of somebody else that began earlier",
          figure: `over at ${filesPlaced} of ${large} files of the large one`,
          target: "before its end",
          holds: state === "placing" && filesPlaced < large,
        },
        {
          promise: "work that gave way to others is whole in the end",
          figure: `${whole} of ${large} files`,
          target: "all",
          holds: whole === large,
        },
      ];
    } finally {
      await world.close();
    }
  },
});
