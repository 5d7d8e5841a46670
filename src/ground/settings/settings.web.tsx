/** The screens of the settings module. */
export { GlobalSettings } from "./global.web.tsx";
export { SettingsHistory } from "./history.web.tsx";
