import { start } from "../runtime/start";
import { diviModules } from "./modules";

/** The theme's modules: their list is loaded on the theme's pages only. */
export const mount = (): void => start(diviModules);
