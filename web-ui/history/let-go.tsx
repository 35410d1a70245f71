/** Stands in place of dropped outputs of a run. */
export function OutputsLetGo() {
  return (
    <p class="panel-note">
      Its outputs were let go: old outputs are kept up to 64 MB, the latest of each cell always.
    </p>
  );
}
