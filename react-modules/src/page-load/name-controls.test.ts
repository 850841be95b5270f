import { expect, test } from "vitest";
import { nameControls } from "./name-controls";

test("hidden labels and hints name their controls; what has a name keeps it", () => {
	document.body.innerHTML = `<label for="a" style="display:none"> Motivo </label><select id="a"></select>
<input id="b" title="Buscar:"><input id="c" title="x" aria-label="Nombre"><input id="d"><label>Sí <input id="e"></label>`;
	nameControls();
	const names = ["a", "b", "c", "d", "e"].map((id) =>
		document.getElementById(id)?.getAttribute("aria-label"),
	);
	// jsdom has no layout: what it shows it does not know.
	expect(names).toEqual(["Motivo", "Buscar:", "Nombre", null, null]);
});
