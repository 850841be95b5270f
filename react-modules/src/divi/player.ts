/**
 * The elements that style sheets know from WordPress's player, around what the browser itself plays (contract
 * "divi-client", sections 6.4 and 6.15).
 */
const WORDS = {
	audio: ["Audio Player", { es: "Reproductor de audio", fr: "Lecteur audio" }],
	video: ["Video Player", { es: "Reproductor de vídeo", fr: "Lecteur vidéo" }],
} as const satisfies Record<
	string,
	readonly [string, Readonly<Record<string, string>>]
>;
const GERMAN = { audio: "Audio-Player", video: "Video-Player" } as const;

let count = 0;

function wordFor(kind: keyof typeof WORDS): string {
	const language = document.documentElement.lang.slice(0, 2);
	if (language === "de") return GERMAN[kind];
	const [english, others] = WORDS[kind];
	return (others as Readonly<Record<string, string>>)[language] ?? english;
}

/** Puts a sound or a film into a player, which is given back. The space bar plays and pauses it. */
export function dressPlayer(media: HTMLMediaElement): HTMLElement {
	const kind = media instanceof HTMLVideoElement ? "video" : "audio";
	const label = wordFor(kind);
	const player = document.createElement("div");
	player.id = `mep_${count++}`;
	player.className = [
		"mejs-container mejs-container-keyboard-inactive",
		...media.classList,
		`mejs-${kind}`,
	].join(" ");
	player.tabIndex = 0;
	player.setAttribute("role", "application");
	player.setAttribute("aria-label", label);
	player.addEventListener("keydown", (event) => {
		if (event.key !== " " || event.target !== player) return;
		event.preventDefault();
		if (media.paused) media.play()?.catch(() => {});
		else media.pause();
	});
	const inner = document.createElement("div");
	inner.className = "mejs-inner";
	player.append(inner);
	const name = document.createElement("span");
	name.className = "mejs-offscreen";
	name.textContent = label;
	media.before(name, player);
	inner.append(media);
	return player;
}
