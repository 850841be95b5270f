import { modules } from "../modules";
import { loadModules } from "./load";

loadModules(document, modules);
