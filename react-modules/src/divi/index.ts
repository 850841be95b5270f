import { emit } from "../runtime/events";
import { start } from "../runtime/start";
import { installFunctions } from "./functions";
import { diviModules } from "./modules";

/**
 * The theme's modules: their list is loaded on the theme's pages only. Events for page scripts are dispatched before they start and
 * after (contract "divi-client", section 1.4).
 */
export function mount(body: Element): void {
	installFunctions(body as HTMLElement);
	emit(window, "et_pb_before_init_modules");
	start(diviModules).then(() => emit(document, "et_pb_after_init_modules"));
}
