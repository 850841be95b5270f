import { device, onDevice } from "../divi/device";
import { diviText } from "../divi/legacy";
import { whenLoaded } from "../runtime/loaded";
import type { MapService } from "./service";

/**
 * Maps with pins (contract "divi-client", section 6.14), when the page links the map service; the owner's key is in that
 * link. Without it the module stays as it is.
 */
export function mount(container: Element): void {
	whenLoaded(() => {
		const maps = window.google?.maps;
		if (maps) draw(container as HTMLElement, maps);
	});
}

/** The colours' strength that is taken away, for the width of the window: phones inherit from tablets. */
function grayscale({ dataset }: HTMLElement): number {
	const { grayscale: base, grayscaleTablet, grayscalePhone } = dataset;
	const tablet = grayscaleTablet || base;
	const by = {
		desktop: base,
		tablet,
		phone: grayscalePhone || tablet,
	}[device()];
	return -Math.abs(Number.parseFloat(by ?? "") || 0);
}

const styled = (container: HTMLElement) => [
	{ stylers: [{ saturation: grayscale(container) }] },
];

function draw(container: HTMLElement, maps: MapService): void {
	const canvas = container.querySelector<HTMLElement>(":scope > .et_pb_map");
	if (!canvas || canvas.childElementCount > 0) return;
	const { centerLat, centerLng, zoom, mouseWheel, mobileDragging } =
		canvas.dataset;
	const isMobile = document.body.classList.contains("et_mobile_device");
	const corner = container.matches(".et_beneath_transparent_nav")
		? maps.ControlPosition?.LEFT_BOTTOM
		: maps.ControlPosition?.LEFT_TOP;
	const map = new maps.Map(canvas, {
		zoom: Number.parseInt(zoom ?? "", 10),
		center: new maps.LatLng(Number(centerLat), Number(centerLng)),
		mapTypeId: maps.MapTypeId?.ROADMAP,
		scrollwheel: mouseWheel === "on",
		draggable: !(isMobile && mobileDragging === "off"),
		panControlOptions: { position: corner },
		zoomControlOptions: { position: corner },
		styles: styled(container),
	});
	onDevice(() => map.setOptions({ styles: styled(container) }));
	let open: { close(): void } | undefined;
	for (const pin of container.querySelectorAll<HTMLElement>(
		":scope > .et_pb_map_pin",
	)) {
		const marker = new maps.Marker({
			position: new maps.LatLng(
				Number(pin.dataset.lat),
				Number(pin.dataset.lng),
			),
			map,
			title: pin.dataset.title,
			icon: {
				url: `${diviText("builder_images_uri")}/marker.png`,
				size: new maps.Size(46, 43),
				anchor: new maps.Point(16, 43),
			},
			shape: { coord: [1, 1, 46, 43], type: "rect" },
			anchorPoint: new maps.Point(0, -45),
		});
		if (!pin.querySelector(".infowindow")) continue;
		const balloon = new maps.InfoWindow({ content: pin.innerHTML });
		maps.event.addListener(marker, "click", () => {
			open?.close();
			balloon.open(map, marker);
			open = balloon;
			// Runs the container's hover listeners again, for content that changes under the pointer.
			container.dispatchEvent(new MouseEvent("mouseleave"));
			setTimeout(
				() => container.dispatchEvent(new MouseEvent("mouseenter")),
				1,
			);
		});
		maps.event.addListener(map, "click", () => balloon.close());
	}
}
