// Scene files and recordings that people drop on the page or open.

import type { Source } from './protocol';

const largest = 256 * 1024 * 1024; // what the engine reads too

/** A recording says so in its first line; everything else is read as a scene. */
function sourceOf(label: string, text: string, file: string | null): Source {
  const first = text.slice(0, text.indexOf('\n') < 0 ? 200 : text.indexOf('\n')).slice(0, 200);
  const isRecording = first.includes('"cairn_recording"');
  return { kind: isRecording ? 'recording' : 'scene', text, label, file };
}

export async function readFile(file: File): Promise<Source> {
  if (file.size > largest) throw new Error('larger than 256 MiB');
  return sourceOf(file.name, await file.text(), null);
}

/** `take` gets the first file, and how many there were. */
export function acceptDrops(area: HTMLElement, hint: HTMLElement, take: (file: File, count: number) => void): void {
  let depth = 0;
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  area.addEventListener('dragenter', (event) => {
    if (!hasFile(event)) return;
    ++depth;
    hint.hidden = false;
  });
  area.addEventListener('dragover', (event) => {
    if (hasFile(event)) event.preventDefault();
  });
  area.addEventListener('dragleave', () => {
    if (depth > 0 && --depth === 0) hint.hidden = true;
  });
  area.addEventListener('drop', (event) => {
    depth = 0;
    hint.hidden = true;
    const files = event.dataTransfer?.files;
    if (!files?.[0]) return;
    event.preventDefault();
    take(files[0], files.length);
  });
}

/** A file that `cairn view FILE` serves beside the page. */
export async function fetchFile(name: string): Promise<Source> {
  const answer = await fetch(new URL(name, document.baseURI));
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return sourceOf(name, await answer.text(), name);
}
