/** Where the outputs of a run would be, had they been kept. */
export function OutputsLetGo() {
  return (
    <p class="panel-note">
      Its outputs were let go: old outputs are kept up to 64 MB, the latest of each cell always.
    </p>
  );
}
