import { dressPlayer } from "../divi/player";
import { whenLoaded } from "../runtime/loaded";

/** Audio players (contract "divi-client", section 6.4): the browser's own controls play. */
const HEIGHT = "40px";

export function mount(element: Element): void {
	const audio = element as HTMLAudioElement;
	if (audio.closest(".mejs-container")) return;
	const width = audio.parentElement?.clientWidth ?? 0;
	const player = dressPlayer(audio);
	player.style.width = `${width}px`;
	player.style.height = HEIGHT;
	audio.controls = true;
	Object.assign(audio.style, {
		visibility: "visible",
		position: "absolute",
		top: `calc(50% - ${HEIGHT} / 2)`,
		left: "0",
		width: "100%",
		height: HEIGHT,
	});
	putIntoRow(audio);
	audio.addEventListener("play", () => pauseOthers(audio));
	if (document.querySelector(".et_audio_content")) {
		whenLoaded(() => window.dispatchEvent(new Event("resize")));
	}
}

/**
 * The row of the library's controls: the theme's sheet makes it 20 px high, and the player as high as this. The browser's
 * controls need more: they stand out above and below, where there is free space.
 */
function putIntoRow(audio: HTMLAudioElement): void {
	const row = document.createElement("div");
	Object.assign(row.style, { flex: "1", position: "relative", height: HEIGHT });
	const controls = document.createElement("div");
	controls.className = "mejs-controls";
	audio.before(controls);
	controls.append(row);
	row.append(audio);
}

function pauseOthers(playing: HTMLAudioElement): void {
	for (const other of document.querySelectorAll("audio")) {
		if (other !== playing) other.pause();
	}
}
