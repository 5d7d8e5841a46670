/** The screens of the settings room. */
export { GlobalSettings } from "./global.web.tsx";
export { SettingsHistory } from "./history.web.tsx";
