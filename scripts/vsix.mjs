/**
 * `npm run vsix`: packs the built extension of VS Code to `dist/sluice-VERSION.vsix`, for `code --install-extension`. The file is a zip
 * archive with two descriptions beside the extension, which Microsoft's `vsce` would write from the same manifest.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { runScript } from './fail.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { say } from './say.mjs';

/** Packs the extension of a built checkout into the folder `out`; returns the path of the file. */
export async function packVsix(root, out = join(root, 'dist')) {
  const { zipSync } = await import('fflate');
  const from = join(root, 'dist', 'vscode');
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const files = Object.fromEntries(
    readdirSync(from).map((name) => [`extension/${name}`, readFileSync(join(from, name))]),
  );
  const text = (content) => new TextEncoder().encode(content);
  const packed = zipSync({
    '[Content_Types].xml': text(CONTENT_TYPES),
    'extension.vsixmanifest': text(descriptionOf(manifest)),
    ...files,
  });
  const path = join(out, `sluice-${manifest.version}.vsix`);
  writeFileSync(path, packed);
  return path;
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".txt" ContentType="text/plain"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
`;

function descriptionOf({ name, publisher, version, displayName, description, categories, engines }) {
  const escaped = (text) =>
    text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(process.argv[1]));
  await runScript(async () => {
    ensureNpmPackages(root, say);
    await ensureBuilt(root, say);
    say(`Packed ${await packVsix(root)}; install it by: code --install-extension FILE`);
  });
}
