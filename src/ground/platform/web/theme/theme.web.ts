/** The look, in one place: Inter, 14 px on a 4 px grid, one accent, neutral greys, red, amber and green for meaning only. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { listHeight, optionHeight, optionLimit } from "../inputs/choice-limits.ts";

/** How long a modal takes to close (specification, point 9). */
const modalCloseMillis = 300;

/** Deep teal: filled with shade 7 in light, 6 in dark; as text shade 4 on dark. */
const teal: MantineColorsTuple = [
  "#e6f2f1",
  "#cfe6e4",
  "#a5d2cf",
  "#79c4bf",
  "#4fb8b3",
  "#2a9490",
  "#17807d",
  "#0b6e6e",
  "#085a5a",
  "#054545",
];
const red: MantineColorsTuple = [
  "#fdf0ee",
  "#fbdcd8",
  "#f6b9b1",
  "#f29d93",
  "#f0857b",
  "#d9483a",
  "#c43426",
  "#b42318",
  "#931b12",
  "#72140d",
];
const yellow: MantineColorsTuple = [
  "#fdf6e7",
  "#f9e8c4",
  "#f2d293",
  "#e9bd6b",
  "#e0a94f",
  "#bf7b16",
  "#ac6a08",
  "#9a5b00",
  "#7c4900",
  "#5e3700",
];
const green: MantineColorsTuple = [
  "#eaf6ee",
  "#d0ebd8",
  "#a5d8b5",
  "#86cc9d",
  "#6cc18a",
  "#35965a",
  "#238249",
  "#19723b",
  "#125a2e",
  "#0c4321",
];
const gray: MantineColorsTuple = [
  "#f7f8f8",
  "#f0f1f2",
  "#e6e8ea",
  "#d5d9dc",
  "#bcc2c7",
  "#8b949b",
  "#626b73",
  "#4a5258",
  "#2c3237",
  "#14181b",
];
const dark: MantineColorsTuple = [
  "#e7eaec",
  "#b9c0c6",
  "#98a2aa",
  "#6b757d",
  "#363c42",
  "#262b2f",
  "#1b1f22",
  "#121416",
  "#0d0f10",
  "#08090a",
];

const choices = {
  // The list itself scrolls, not a box in it: the keys that move the choice are the field's, and no stop of their own. Whoever comes by
  // with Tab is on the way to another field: a list opens by a click, an arrow or what is typed.
  defaultProps: { limit: optionLimit, withScrollArea: false, openOnFocus: false },
  styles: { option: { minHeight: optionHeight }, options: { maxHeight: listHeight, overflowY: "auto" } },
} as const;

export const theme = createTheme({
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, monospace",
  colors: { teal, red, yellow, green, gray, dark },
  primaryColor: "teal",
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  black: "#14181b",
  defaultRadius: 6,
  cursorType: "pointer",
  respectReducedMotion: true,
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  headings: { fontWeight: "600" },
  components: {
    Button: {
      vars: (_theme: unknown, props: { size?: string | undefined }) =>
        props.size === undefined || props.size === "sm"
          ? { root: { "--button-height": "32px", "--button-padding-x": "12px", "--button-fz": "13px" } }
          : props.size === "compact-sm"
            ? { root: { "--button-fz": "13px" } }
            : { root: {} },
      styles: { root: { fontWeight: 500 } },
    },
    Input: {
      // What grows with its content (several choices, lines of text) is at least as high as the others, and no fixed height cuts it off.
      vars: (_theme: unknown, props: { size?: string | undefined; multiline?: boolean | undefined }) =>
        props.size === undefined || props.size === "sm"
          ? { wrapper: { "--input-height": "32px", "--input-size": props.multiline ? "auto" : "32px" } }
          : { wrapper: {} },
    },
    InputWrapper: {
      // Labels and fields stand in line beside one another; what explains one of them stands below it.
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      styles: { label: { fontSize: 13, fontWeight: 500, marginBottom: 2 }, description: { marginTop: 4 } },
    },
    Checkbox: {
      defaultProps: { size: "xs" },
      styles: {
        label: { fontSize: 14, paddingInlineStart: 8 },
        description: { fontSize: 12, lineHeight: "16px", paddingInlineStart: 8 },
      },
    },
    Radio: {
      defaultProps: { size: "xs" },
      styles: {
        label: { fontSize: 14, paddingInlineStart: 8 },
        description: { fontSize: 12, lineHeight: "16px", paddingInlineStart: 8 },
      },
    },
    Modal: {
      defaultProps: {
        centered: false,
        transitionProps: { duration: modalCloseMillis, transition: "fade" },
        overlayProps: { backgroundOpacity: 0.4 },
        // A modal's head is no banner beside the page's own.
        attributes: { header: { role: "presentation" } },
      },
      styles: { title: { fontSize: 16, fontWeight: 600 } },
    },
    // The placeholder would be a child that a menu may not have; without it the first item takes the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 10 } },
    Kbd: {
      styles: { root: { fontWeight: 400, borderBottomWidth: 1, color: "var(--v-mute)", background: "var(--v-bg)" } },
    },
    Select: choices,
    // A line of what was chosen is higher than one of text: with less above and below it the field is as high as those beside it.
    MultiSelect: { ...choices, styles: { ...choices.styles, input: { paddingBlock: 3.8 } } },
    Autocomplete: choices,
    // Where there is no room for all of them, tabs go sideways instead of under one another.
    Tabs: {
      styles: { list: { flexWrap: "nowrap", overflowX: "auto", scrollbarWidth: "thin" }, tab: { flex: "none" } },
    },
    Anchor: { defaultProps: { underline: "hover" } },
  },
});

/** The few variables that our own style sheets use, from the theme's colours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--v-mute)",
    "--mantine-color-placeholder": "var(--v-mute)",
    "--mantine-color-error": "var(--v-bad)",
    "--mantine-color-anchor": "var(--v-accent)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--v-mute)",
    "--mantine-color-placeholder": "var(--v-mute)",
    "--mantine-color-error": "var(--v-bad)",
    "--mantine-color-anchor": "var(--v-accent)",
  },
});
