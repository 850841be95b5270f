import { createContext, useContext } from "react";
import { useStore } from "../runtime/use-store";
import type { WidgetHandle } from "./handle";
import type { WidgetState } from "./state";

export const HandleContext = createContext<WidgetHandle | null>(null);

/** Only below a widget. */
export function useHandle(): WidgetHandle {
	return useContext(HandleContext) as WidgetHandle;
}

export const useWidget = <Value>(select: (state: WidgetState) => Value) =>
	useStore(useHandle().store, select);
