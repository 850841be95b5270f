import { expect, test, vi } from "vitest";
import { mount } from ".";
import type { MapService } from "./service";

const PAGE = `<div class="et_pb_module et_pb_map_0 et_pb_map_container" data-grayscale="60">
	<div class="et_pb_map" data-center-lat="37.3" data-center-lng="-3.136" data-zoom="14" data-mouse-wheel="off" data-mobile-dragging="off"></div>
	<div class="et_pb_map_pin" data-lat="37.3" data-lng="-3.136" data-title="Casa"><h3>Casa</h3><div class="infowindow"><p>Aquí</p></div></div>
	<div class="et_pb_map_pin" data-lat="37.31" data-lng="-3.14" data-title="Fuente"><h3>Fuente</h3></div></div>`;

function stub() {
	const made: [string, unknown[]][] = [];
	const clicks: (() => void)[] = [];
	const kind = (name: string) =>
		class {
			constructor(...given: unknown[]) {
				made.push([name, given]);
			}
			setOptions() {}
			open() {
				made.push(["open", []]);
			}
			close() {}
		};
	const maps = {
		...Object.fromEntries(
			["Map", "Marker", "InfoWindow", "LatLng", "Size", "Point"].map((name) => [
				name,
				kind(name),
			]),
		),
		event: {
			addListener: (_: object, __: string, act: () => void) => clicks.push(act),
		},
	} as unknown as MapService;
	const named = (name: string) => made.filter(([kind]) => kind === name);
	return { maps, clicks, named };
}

test("each pin is a marker, each text a balloon", () => {
	vi.useFakeTimers();
	document.body.innerHTML = PAGE;
	window.et_pb_custom = { builder_images_uri: "/images" };
	const { maps, clicks, named } = stub();
	window.google = { maps };
	mount(document.querySelector(".et_pb_map_container") as Element);
	expect(named("Map")[0]?.[1][1]).toMatchObject({
		zoom: 14,
		scrollwheel: false,
		draggable: true,
		styles: [{ stylers: [{ saturation: -60 }] }],
	});
	expect(named("Marker").map(([, [options]]) => options)).toMatchObject([
		{ title: "Casa", icon: { url: "/images/marker.png" } },
		{ title: "Fuente" },
	]);
	expect(named("InfoWindow")).toHaveLength(1);
	clicks[0]?.();
	expect(named("open")).toHaveLength(1);
	vi.useRealTimers();
});

test("without the service nothing changes", () => {
	document.body.innerHTML = PAGE;
	delete window.google;
	const before = document.body.innerHTML;
	mount(document.querySelector(".et_pb_map_container") as Element);
	expect(document.body.innerHTML).toBe(before);
});
