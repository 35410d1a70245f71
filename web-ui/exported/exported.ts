/** Runs in an exported notebook: gives frames of outputs their height, and explains outputs if the file knows how. */

import { explain } from './explain.ts';
import { fitFrames } from './fit-frames.ts';

fitFrames();
const data = document.getElementById('explained');
if (data !== null) explain(JSON.parse(data.textContent ?? ''));
