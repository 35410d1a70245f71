/** The texts of `sluice help`. */

import { USUAL_LIMITS } from '../study/association-rules.ts';

interface CommandHelp {
  readonly usage: string;
  /** One line, for the overview. */
  readonly does: string;
  /** Further text: options, and the reasons for exit code 1. */
  readonly more: string;
  readonly takesSource: boolean;
  /** Whether the command has no kernel, and so no options for kernels. */
  readonly runsNothing?: boolean;
  /** Whether the command plays sessions or runs scripts beside the user's files. */
  readonly makesCopies: boolean;
}

const COMMANDS: Readonly<Record<string, CommandHelp>> = {
  open: {
    usage: `sluice open [FILE|FOLDER] [--port N] [--host ADDRESS] [--allow-host NAME] [--no-browser] [--join]
              [--keep-kernels|--end-kernels] [--app [--shared | --visitors N]]   (or just: sluice FILE|FOLDER)`,
    does: 'open a notebook, a session or a folder in the browser',
    more: `  --no-browser        only print the address
  --join              if a server for this folder runs, print its address and end: editors share a server in this way
  --port N            listen there (default: any free port)
  --host ADDRESS      listen on another address than 127.0.0.1: others can then reach it, with the token; 0.0.0.0: on all
  --allow-host NAME   it may be addressed by this name too (or NAME:PORT), as behind a proxy; may be given again
  --keep-kernels      kernels go on when it ends; the next sluice open finds them, with their outputs
  --end-kernels       kernels end with it, whatever ends it
  --app               show a notebook as an app: outputs, widgets and the parameters of the cell tagged parameters; visitors
                      cannot change or run code, and the file is never written (docs/apps.md)
  --visitors N        so many visitors at once, each with a kernel (default: 8)
  --shared            all visitors share one kernel

FILE is a notebook, or a session to look at and to replay: a history.sqlite or a .jsonl. Without a file it opens a copy of the samples. Notebooks are saved as you work, and run in their own folder. The address has a
token: whoever knows it can run code as you. Ctrl-C asks whether kernels go on. Without a terminal a signal ends
kernels too; a crash, an update or a closed connection (SIGHUP) does not. An idle kernel that is kept ends after 24 hours (a setting).`,
    takesSource: false,
    makesCopies: true,
  },
  mcp: {
    usage: 'sluice mcp [FOLDER]',
    does: 'tools for agents on live notebooks, by the Model Context Protocol over standard input and output',
    more: `FOLDER is the working directory by default; agents reach the notebooks in it and below it, and nothing else. If sluice open serves
the folder already, agents work on the same notebooks with the same kernels, and the person sees each change at once; else sluice
mcp starts a server of its own, which sluice open FOLDER then shows. Notebooks run in their own folder. It ends when its client
closes the standard input. The tools and an example are in docs/agents.md.`,
    takesSource: false,
    makesCopies: true,
  },
  start: {
    usage: 'sluice start [FILE.ipynb]',
    does: 'run a notebook, show its cells, gather and verify the script of its last output',
    more: `Without a file, it does so for a sample. The notebook runs in a private copy of its folder and is not changed.
Exit code 1: the gathered script could not be verified.`,
    takesSource: false,
    makesCopies: true,
  },
  run: {
    usage: `sluice run FILE.ipynb [-p NAME VALUE]… [-r NAME TEXT]… [-f FILE]… [-y YAML]… [--allow-errors] [--timeout SECONDS]
              [--reactive [--order in-order|any-order]] [--whole-output] [-o OUT.ipynb]`,
    does: 'run a notebook top to bottom and save its outputs',
    more: `  -p NAME VALUE       set a parameter: a name of the cell tagged parameters, as papermill does; any other name where a cell assigns
                      it; a keyword argument that has its value at one place. The kind of the present value is kept. Without
                      one, a VALUE that reads as a number, True, False or None is one, anything else is text. Also
                      -p NAME=VALUE, and several times
  -r NAME TEXT        the same, always as text
  -f FILE             set all names of a file in JSON or YAML (alpha: 5); also --parameters FILE
  -y YAML             set all names of a text in JSON or YAML: -y '{alpha: 5, region: north}'
  --allow-errors      run all cells, also after one that fails
  --timeout SECONDS   interrupt a cell that runs longer than this, and end the run
  --reactive          go on after a cell that fails, with the cells that need nothing of it; say what is left, and why
  --order any-order   a cell may need cells below it: those run first
  --whole-output      write all that each cell puts out to .sluice/FILE.ipynb.outputs/CELL.txt, however much it is
  -o OUT.ipynb        save there; FILE.ipynb stays as it is

Without --reactive it stops at the first cell that fails, unless that is tagged raises-exception. Cells tagged skip-execution do not run,
and keep their outputs. What there is by then is saved, also when a cell takes too long, calls exit(), or the kernel dies.
Exit code 1: a cell failed, took too long, or did not run.`,
    takesSource: false,
    makesCopies: false,
  },
  sweep: {
    usage: `sluice sweep FILE.ipynb -p NAME=V1,V2,… [-p …] [-r NAME=T1,T2,…] --collect EXPR [--collect …] [--jobs N]
              [--timeout SECONDS] [-o RESULTS.jsonl] [--report FILE.html]`,
    does: 'run a notebook once, and for each combination of parameters only what depends on them',
    more: `  -p NAME=V1,V2,…     the values of a parameter, as for sluice run; commas in brackets or quotes do not separate
  -r NAME=T1,T2,…     the same, as texts
  --collect EXPR      the value of this expression at the end of each run; may be repeated
  --jobs N            run N combinations at a time, each in a kernel of its own (1)
  --timeout SECONDS   interrupt a cell that runs longer than this; the combination fails
  -o RESULTS.jsonl    keep a line for each combination there; a sweep that was stopped goes on where it was
  --report FILE.html  a page with a table, plots of the numbers, and the figures side by side; the table also as FILE.csv

All combinations of the values run, each as in a full run of the notebook, in a private copy of its folder. A combination that fails
says why, and does not stop the others. FILE.ipynb stays as it is. docs/sweeps.md has an example.
Exit code 1: a combination failed.`,
    takesSource: false,
    makesCopies: true,
  },
  export: {
    usage: `sluice export FILE --to html|explained|pdf|py|percent|md|ipynb [--code shown|folded|hidden] [-o OUT]`,
    does: 'a notebook for others to read: a page, an explained page, PDF, Python, Markdown, or a clean notebook',
    more: `  --to html           one page with texts, code and outputs; needs no server and no network
  --to explained      such a page of a new run: point at an output, and the lines that made it light up, with the reasons, the
                      graph, and the script of each output
  --to pdf            the page, printed by a Chromium, Chrome or Edge of this machine (the variable CHROME names one)
  --to py             a script for plain Python
  --to percent        a Python file with # %% before each cell, as jupytext reads it
  --to md             Markdown; pictures go into OUT_files/ beside it (without -o: into the text)
  --to ipynb          the notebook without outputs, counts and traces of runs
  --code folded       code is closed until a reader opens it; hidden: no code (html, explained, pdf)
  -o OUT              save the result in this file; else it is printed

Scripts in outputs run in frames without an origin; without
the network, unless you trust the notebook, here or in Jupyter. docs/exporting.md has an example.
Exit code 1: a cell failed in the run of an explained page.`,
    takesSource: false,
    makesCopies: true,
  },
  watch: {
    usage: 'sluice watch FILE.ipynb [--order in-order|any-order] [-o OUT.ipynb]',
    does: 'run a notebook, and again what changes in its file, with what follows from it',
    more: `  --order in-order    a cell sees only the cells above it (default)
  --order any-order   a cell sees whatever ran before it: what changes runs, and then all that read it, wherever they stand
  -o OUT.ipynb        save the outputs there; FILE.ipynb stays as it is

Edit the file with any editor. Every time it is saved, the cells that changed run, before them what they need, after them what they
affect, in notebook order; a change of comments or formatting runs nothing. It says what ran, what was cut off because nothing
it reads has changed, and what cannot run and why. Outputs are saved into the file. Ctrl-C ends it.`,
    takesSource: false,
    makesCopies: false,
  },
  reproduce: {
    usage: `sluice reproduce FILE.ipynb|FOLDER… [--order page|counter|dependence|auto] [--normalize LIST|all|none]
              [--environment current|clean] [--lock FILE.txt] [--allow-builds] [--network] [--fix]
              [--timeout SECONDS] [--jobs N] [--shard K/N] [-o RESULTS.jsonl] [--report FILE.html]
              [--format text|junit|github] [--baseline FILE]`,
    does: 'run notebooks again; which outputs come out as they were saved, and why the others do not',
    more: `  --order page        as the cells stand (default)
  --order counter     as their execution counts say; cells without a count do not run
  --order dependence  as they stand, but whoever defines a name before those that need it
  --order auto        these one after another, until the outputs are the same; else the best of them
  --normalize LIST    what may differ: all (default), none, or some of
                      NORMALIZERS
  --environment       current: the Python that there is (default); clean: one made by uv for each notebook, from the requirements
                      of its project, else from its imports, with versions as of its date
  --lock FILE.txt     with clean: write the versions there, as pip reads them
  --allow-builds      with clean: take requirements that are addresses, and build packages from their sources, which runs their code
                      as you, with the network and your files; else only what an index has built
  --network           let the cells have the network; else it is off, where the system allows
  --fix               mend what can be mended in a copy, NAME.fixed.ipynb (or -o OUT.ipynb): seeds, paths, cells of the session that
                      are gone, versions of packages; run it, and say what came of it
  --timeout SECONDS   for each run of a notebook (600)
  --memory SIZE       for each kernel: 4G (four fifths of the machine's, by the number of jobs)
  --jobs N            so many notebooks at a time (1)
  --shard K/N         only the K-th of N parts of the notebooks, for array jobs
  --on CLUSTER        dask://HOST:PORT or ray://HOST:PORT: each notebook is a task there; slurm or kubernetes: print an array of
                      --jobs N jobs, and with --submit give it to the queue (docs/clusters.md)
  -o RESULTS.jsonl    keep the results there; a run that was stopped goes on where it was
  --report FILE.html  a page with a picture of each notebook, and the differences side by side
  --format            text (default), junit: XML for build servers, github: annotations of a pull request
  --baseline FILE     the differences in FILE are known, and only new ones fail; a missing FILE is written with the differences
                      of this run, but in CI it is an error. Delete FILE to begin again

A notebook runs in a new kernel and a private copy of its folder; after a cell that fails, the cells run that need nothing
of it. Folders are searched for *.ipynb. docs/reproducing.md says what each normaliser could hide.
Exit code 1: some output is not the same, or some notebook cannot be read.`,
    takesSource: false,
    makesCopies: true,
  },
  study: {
    usage: `sluice study sessions PATH… [--report FILE.html] [-o RESULTS.jsonl] [--least N] [--sample N]
              [--timeout SECONDS] [--limit SECONDS] [--jobs N] [--seed N]
       sluice study notebooks PATH… [--report FILE.html] [-o RESULTS.jsonl] [--annotations FILE.json] [--shard K/N]
              [--timeout SECONDS] [--jobs N] [--seed N] [--effects FILE.pyi]
       sluice study notebooks RESULTS.jsonl|FOLDER… --merge FILE.jsonl [--report FILE.html] [--seed N]
       sluice study reproduction RESULTS.jsonl|FOLDER… [--report FILE.html] [--merge FILE.jsonl]
              [--min-support S] [--min-confidence C] [--min-lift L]`,
    does: 'what the papers measure, over any corpus: tables and plots of sessions, of notebooks, or of results of sluice reproduce',
    more: `  --report FILE.html  a page with tables and plots; each table as CSV in FILE.tables/ beside it
  --parquet FILE.parquet
                      the results, a row for each session or notebook
  --json              the tables as JSON lines, and before them the result of each session or notebook

sessions: each is played in a private copy of the folder of its file, in a plain kernel and in one with probes. PATH is a
history.sqlite, a .jsonl, or a folder that is searched for *.sqlite and *.jsonl.
  -o RESULTS.jsonl    keep the result of each session there; a run that was stopped goes on where it was
  --least N           leave out sessions of fewer executions (20)
  --sample N          of each history, N of those that are long enough, drawn by lot (all)
  --timeout SECONDS   for one execution (60); a session with one that takes longer is left out
  --limit SECONDS     for all executions of a session (600)
  --jobs N            so many sessions at a time (1); times are then less exact
  --seed N            of the lot and the confidence intervals (1)

notebooks: nothing runs. Of each cell is asked what the others would find if it ran next (as sluice what-if), with paths of
up to 3 runs and of any number; how long that takes; which cells are isolated, idle, fresh, stale; and which data leaks.
  -o RESULTS.jsonl    keep the result of each notebook there; a run that was stopped goes on where it was
  --annotations FILE.json
                      what people say of the cells of some notebooks, in the form of CRABS; how far sluice graph agrees
  --shard K/N         only the K-th of N parts of the notebooks, for array jobs
  --merge FILE.jsonl  join the results of shards, and make the tables of all
  --timeout SECONDS   for one notebook (60); one that takes longer is left out
  --jobs N            so many processes (1)
  --seed N            of the confidence intervals (1)

reproduction: over what sluice reproduce -o has kept. Nothing runs.
  --merge FILE.jsonl  join the results, as of shards: each notebook once; two that disagree are refused
  --min-support S, --min-confidence C, --min-lift L
                      of association rules: ${USUAL_LIMITS.support}, ${USUAL_LIMITS.confidence} and ${USUAL_LIMITS.lift}

docs/studies.md has the definitions.`,
    takesSource: false,
    makesCopies: true,
  },
  replay: {
    usage: 'sluice replay SOURCE [--session N] [--order in-order|any-order]',
    does: 'run a session event by event; what each execution read, wrote and needed',
    more: `  --order in-order    a cell sees only the cells above it (default)
  --order any-order   a cell sees whatever ran before it
  --session N         which session of a history.sqlite

Cells that fail are part of a session: the exit code is 0.`,
    takesSource: true,
    makesCopies: true,
  },
  slice: {
    usage: `sluice slice SOURCE --exec K | --cell NAME [--direction backward|forward]
              [--level cell|statement] [--why J] [--session N]`,
    does: 'what one execution needed, or what it affected',
    more: `  --exec K            the K-th execution of the session, from 1
  --cell NAME         the last execution of a cell: its id, its place among the code cells (7), or its first line
  --direction         backward: what it needed (default); forward: what it affected
  --level             cell: whole executions (default); statement: single statements
  --why J             instead of the slice: the dependences through which the J-th execution is in it
  --session N         which session of a history.sqlite`,
    takesSource: true,
    makesCopies: true,
  },
  graph: {
    usage: `sluice graph SOURCE|FOLDER [--bound resolved|lower|upper] [--transitive]
              [--format text|json|dot|mermaid|svg] [--view cells|names] [--name NAME] [--session N]
              [--answer CELL:NAME=yes|no|forget] [--observed FILE] [--model URL --model-name NAME [--questions N]]`,
    does: 'which cell gives which name to which, without running anything',
    more: `  --bound             resolved: what is taken to be so (default); lower: what is certain; upper: all that could be
  --transitive        what each cell needs through other cells too
  --format            text (default), json (as --json), dot for Graphviz, mermaid for Markdown, svg
  --view names        draw names instead of cells: an arrow from what a cell reads to what it gives
  --name NAME         draw only what has to do with this name
  --answer CELL:NAME=yes
                      whether the cell changes what the name stands for (or reads it), where that is open; kept in .sluice/
                      beside the notebook; =forget takes it back; may be repeated
  --observed FILE     what runs have shown: the log of a session (that beside the notebook counts by itself), or what
                      sluice replay --json prints; may be repeated
  --model URL --model-name NAME
                      a language model answers what is open then, at an endpoint as OpenAI's (http://localhost:11434/v1); its
                      key, if it takes one, in the variable SLUICE_MODEL_KEY
  --questions N       how many questions it is asked at most (50)
  --session N         which session of a history.sqlite

Nothing runs and no kernel is started. Nothing leaves the machine unless --model is given: then, with each question, the text of one
cell, a name in it, and the names for the same object. Cells count in page order. Of a folder, all notebooks in it and
below it. docs/static.md says what is assumed.
Exit code 1: some notebook of a folder cannot be read.`,
    takesSource: true,
    makesCopies: false,
  },
  worker: {
    usage: 'sluice worker',
    does: 'work on notebooks for a cluster (--on of reproduce and study), over standard input and output',
    more: `The tasks that --on dask://HOST:PORT and --on ray://HOST:PORT submit start it on the machines of the cluster, where Sluice must be
installed, or lie at the same path. It ends with its input, or after a minute without a notebook. docs/clusters.md says more.`,
    takesSource: false,
    runsNothing: true,
    makesCopies: false,
  },
  lsp: {
    usage: 'sluice lsp [--phase explore|review|share]',
    does: 'serve an editor over standard input and output (Language Server Protocol, notebooks and # %% scripts)',
    more: `  --phase explore     only sure problems, while a notebook is being written (default: share)
  --stdio             is accepted, because many editors give it

The editor gets the findings of sluice check as one types, with fixes; above each cell its state and the cells that it needs;
who writes and reads a variable, its definition and uses in all cells, and a renaming over all cells.
docs/editors.md has the settings of editors.`,
    takesSource: false,
    runsNothing: true,
    makesCopies: false,
  },
  'what-if': {
    usage: `sluice what-if SOURCE|FOLDER [--cell NAME] [--event run|edit|insert|delete|move|rename|open] [--depth K|inf]
              [--analysis LIST] [--session N]`,
    does: 'what follows when a cell runs, changes or goes: which cells are stale then, and what can run safely next',
    more: `  --cell NAME         the cell: its id, its place among the code cells (7), or its first line
  --event run         it runs (default)
  --event edit        its text is changed, and it has not run since
  --event insert      it is new, and has not run
  --event delete      it is deleted
  --event move --to N it comes to stand at place N among the code cells
  --event rename --name OLD --to NEW
                      a variable gets another name: which cells have to change, and what would clash; with --cell only
                      the variable that this cell means
  --event open        nothing happens (default without --cell): what stands, and what can run safely
  --depth K           paths of at most K runs (default: inf)
  --analysis LIST     some of undefined,stale,leakage,fresh,isolated,idle (default: all)
  --time-limit N      look for paths for N seconds (5); what was left out then is said
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --json              an object for each path, and a last one with the lists of cells
  --session N         which session of a history.sqlite

Nothing runs, and no kernel is started. What has run is told by the execution counts that the notebook has stored, or by the
session. docs/static.md says what fresh, stale, isolated and idle mean, and what is assumed.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
  gather: {
    usage: `sluice gather SOURCE --exec K | --cell NAME | --symbol NAME [--level cell|statement]
              [--verify] [--minimize [--time-limit SECONDS]] [-o FILE.py|FILE.ipynb] [--session N]`,
    does: 'the smallest script that gives an output or value again',
    more: `  --exec K            for the outputs and values of the K-th execution, from 1
  --cell NAME         for the last execution of a cell: its id, its place among the code cells (7), or its first line
  --symbol NAME       for a value at the end of the session: x, df['a'], model.coef_
  --level             cell: whole cells (default); statement: single statements
  --verify            run the script in a new kernel and compare: verified, differs, or cannot run here
  --minimize          verify it, then delete from it what the result turns out not to need; each smaller script is run
                      in a new kernel and compared
  --time-limit SECONDS
                      end that after about SECONDS (600) with what there is by then
  -o FILE             save it as a Python file or a notebook; without it, it is printed
  --session N         which session of a history.sqlite

Exit code 1: with --verify or --minimize, the script differs or cannot run here.`,
    takesSource: true,
    makesCopies: true,
  },
  check: {
    usage: `sluice check SOURCE… [--select CODES] [--ignore CODES] [--phase explore|review|share]
              [--format text|json|sarif|github|junit] [--verbose] [--statistics] [--baseline FILE]
              [--fix [--yes] | --diff] [--confirm] [--session N]`,
    does: 'what is wrong with notebooks, before anything runs; some of it is mended',
    more: `  --select CODES      only these rules: h1,undefined-name, or a group: c, h, i, p, t, leak
  --ignore CODES      all but these
  --phase             explore: only what is surely wrong; review: what is worth a look (default); share: also the form, as
                      texts, names, and places of imports, before others read the notebook
  --format            text (default), json (as --json): an object a line, sarif: for editors and code hosts,
                      github: annotations of a pull request, junit: XML for build servers
  --verbose           each note in full, not one line for the notes of each rule
  --statistics        only the number of findings of each rule
  --baseline FILE     leave out the findings in FILE, so that only new ones fail; a missing FILE is written with the findings
                      of this run, but in CI it is an error. Delete FILE to begin again
  --fix               mend what can be mended: the changes are shown, and saved when you say yes (or when nobody can be asked)
  --yes               with --fix: save without showing or asking
  --diff              only show what --fix would change
  --confirm           run the cells in a private copy of their folder, to confirm leaks: up to three times for each leak
  --session N         which session of a history.sqlite
  --python PATH       the Python that reads it, and runs cells for --confirm

SOURCE is a notebook, a session (.jsonl), a history.sqlite, or a folder, which is searched for notebooks. Settings are read from
sluice.toml or [tool.sluice] in pyproject.toml, in the notebook's folder or above; a comment # sluice: ignore[CODE] leaves out a line.
The rules, and what they mean: docs/checking.md.
Exit code 0: nothing but notes; 1: warnings or errors; 2: wrong usage, or a named file that cannot be read.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
  diff: {
    usage: `sluice diff A.ipynb B.ipynb [--json]
sluice diff --textconv FILE.ipynb`,
    does: 'the differences of two notebooks: cells by similarity, text by lines, outputs by kind',
    more: `  --json              an object for each cell that differs, and a last one with the counts
  --textconv          print one notebook as plain text for git: cells and outputs, without the numbers of runs

A cell that moved or changed is paired with its former self, by its id or by its text. Numbers of runs do not count as a difference.
git calls it as a diff driver, too; docs/ci.md has the lines of git config.
Exit code 1: the notebooks differ; 0 always when git calls it.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
  affected: {
    usage: 'sluice affected PATH… --since REV [--format text|json|markdown]',
    does: 'the cells and outputs that a git change can change, and why',
    more: `  --since REV         a git revision (HEAD, main, a tag): the files as they are now are compared with it
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --format            text (default), json (as --json): an object a cell, markdown: a table for a comment on a pull request

PATH is a notebook, or a folder, which is searched for notebooks. A change is that of a cell, of a module of your own that a cell
imports, or of a file that a cell reads or names; it goes on along the flow of names between cells. Where the log of a session lies
beside a notebook, its runs tell which files and names cells have read. certain: false means that the change perhaps reaches the cell.
A change of only comments or spaces affects nothing. Nothing runs.
Exit code 1: there are such cells.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
  'merge-driver': {
    usage: 'sluice merge-driver BASE OURS THEIRS [NAME]',
    does: 'merge two versions of a notebook cell by cell, for git',
    more: `Writes the merged notebook to OURS, as git asks of a merge driver; NAME is the name of the file, for messages. docs/ci.md has the
lines of git config. A conflict stands in the text of its cell, between the marks <<<<<<< and >>>>>>>: the file is always a
notebook that opens. Outputs stay where the text of their cell stays. If one of the three is no notebook, OURS stays as it is.
Exit code 1: there are conflicts.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
  query: {
    usage: `sluice query SOURCE… "SQL" [--format table|csv|json] [--timeout SECONDS] [--session N]
sluice query --tables [--format table|csv|json]`,
    does: 'facts of notebooks, asked for in SQL, without running anything',
    more: `  --format            table (default), csv, json (as --json): an object a row
  --timeout SECONDS   end the query when it has taken so long (30)
  --tables            list the tables and their columns instead
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --session N         which session of a history.sqlite
  --python PATH       the Python that reads it

SOURCE is a notebook, a session (.jsonl), a history.sqlite, or a folder, which is searched for notebooks; the column file says which.
The SQL is SQLite's; a query can only read. Where the log of a session lies beside a notebook, what was observed in its runs is in
the tables too. The tables, with examples: docs/query.md.
Exit code 2: wrong usage, a query that is wrong or takes too long, or a named file that cannot be read.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
  kernelspec: {
    usage: `sluice kernelspec install [--python PATH] [--name NAME] [--user | --sys-prefix | --prefix DIR]
       sluice kernelspec remove [--name NAME]
       sluice kernelspec list`,
    does: "Sluice's kernel for JupyterLab, VS Code, nbclient, papermill: the stock kernel, with %sluice",
    more: `  --python PATH       the Python of the kernel, with ipykernel (default: the active environment's, else Sluice's own)
  --name NAME         the name of the kernelspec (sluice)
  --user              install it for this user (default)
  --sys-prefix        install it below the prefix of the Python, as in a virtual environment
  --prefix DIR        install it below DIR
  --json              a JSON line for each kernelspec

The kernel appears as "Python 3 (Sluice)". In a cell, %sluice shows which cells are up to date, and %sluice help lists the other
questions. docs/reach.md says what works in which front end.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
  doctor: {
    usage: 'sluice doctor [--python PATH] [--json]',
    does: 'what is installed, what is missing, what to do',
    more: `  --python PATH       examine this Python as the one that runs cells
  --json              a JSON line for each part, and a last one with the count of missing parts

It changes nothing.
Exit code 1: a part is missing that commands need.`,
    takesSource: false,
    makesCopies: false,
    runsNothing: true,
  },
};

const SOURCE = `SOURCE is a notebook (.ipynb: its code cells run once, top to bottom), a session (.jsonl, one event per line), or an
IPython history.sqlite (choose one with --session N; without it, replay lists the sessions). It runs in a private copy of
its folder, so that its cells change nothing there.`;

const COPIES = `Where the folder is too large for a private copy, and the system has no overlays (docs/compatibility.md):
  --copy-limit SIZE   copy up to SIZE (500M, 8G) all the same
  --in-place          run the cells in the folder itself, which they can then change; a script that is verified finds what
                      the session has left there`;

const OPTIONS = `Options of every command that runs notebooks:
  --python PATH       the Python that runs the cells (default: the active environment's, if it has ipykernel, else
                      Sluice's own)
  --kernel NAME       an installed Jupyter kernel
  --server URL        an existing Jupyter server, hub or gateway, instead of the embedded one
  --token-file FILE   its token, in a file; or in the variable SLUICE_SERVER_TOKEN; or as --token T, which other users of the
                      machine may see in the list of processes
  --trace on|off|static
                      on: probes in the cells (default); static: dependences from the text alone; off: none
  --effects FILE.pyi  your own library effects, added to the shipped ones and to those of sluice-effects.pyi beside the
                      source (may be repeated)
  --output-limit N    of what a cell prints, keep the first N million characters (2) and a quarter as many of the last
  --json              JSON lines on standard output (not of start, which is for people)

Exit code: 0 done; 1 done, and something was found (see the command); 2 wrong usage or bad input;
3 the kernel could not be started, or died. Results go to standard output, everything else to standard error.`;

/** The help text of a command, or an overview of all. */
export async function helpText(command: string | null): Promise<string> {
  const found = command === null ? undefined : COMMANDS[command];
  if (found !== undefined) {
    const source = found.takesSource ? [SOURCE] : [];
    const copies = found.makesCopies ? [COPIES] : [];
    const does = `${found.does.charAt(0).toUpperCase()}${found.does.slice(1)}.`;
    const options = found.runsNothing === true ? [] : [OPTIONS];
    const more =
      command === 'reproduce'
        ? found.more.replace('NORMALIZERS', (await import('./reproduce-options.ts')).NORMALIZER_NAMES.join())
        : found.more;
    return [found.usage, does, more, ...source, ...copies, ...options].join('\n\n');
  }
  const usages = Object.values(COMMANDS).map(({ usage, does }) => `  ${usage}\n      ${does}`);
  return [
    'Sluice runs notebooks and knows what depends on what.',
    usages.join('\n'),
    '  sluice help COMMAND\n      the options of one command',
    SOURCE,
    OPTIONS,
  ].join('\n\n');
}
