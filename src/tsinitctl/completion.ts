/** Owns `tsinitctl completion`: scripts for bash and zsh, made from the very commands there are. */
import { Argument, Command, type Option } from "commander";

/** What stands for a file in an option's or argument's name. */
const FILES = /file|folder|dest/;

function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function namesOf(option: Option): string[] {
  return [option.short, option.long].filter((name) => name !== undefined);
}

function takesFile(option: Option): boolean {
  return option.required && FILES.test(option.flags);
}

function choicesOf(command: Command): readonly string[] {
  return command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
}

/** One arm of bash's `case` for what may follow the option before the cursor. */
function bashValues(commands: readonly Command[]): string[] {
  const options = commands.flatMap(optionsOf).filter((option) => option.required);
  const arms = options.map((option) => {
    const words = option.argChoices === undefined ? "" : `-W '${option.argChoices.join(" ")}'`;
    const how = takesFile(option) ? "-f" : words;
    return `    ${namesOf(option).join("|")}) ${how === "" ? "return" : `offer ${how}; return`} ;;`;
  });
  return [...new Set(arms)];
}

function bashScript(program: Command): string {
  const commands = program.commands;
  const names = commands.map((command) => command.name());
  const arms = [program, ...commands].map((command) => {
    const words = optionsOf(command).flatMap(namesOf);
    if (command === program) words.push(...names);
    return `    ${command === program ? "''" : command.name()}) offer -W '${[
      ...words,
      ...choicesOf(command),
    ].join(" ")}' ;;`;
  });
  return `# Completion of tsinitctl for bash: source <(tsinitctl completion bash)
_tsinitctl() {
  local word=\${COMP_WORDS[COMP_CWORD]} command= i
  offer() { mapfile -t COMPREPLY < <(compgen "$@" -- "$word"); }
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
    --) offer -c; return ;;
    ${names.join("|")}) [ "$command" ] || command=\${COMP_WORDS[i]} ;;
    esac
  done
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${bashValues(commands).join("\n")}
  esac
  case $command in
${arms.join("\n")}
  esac
}
complete -o default -F _tsinitctl tsinitctl
`;
}

/** What zsh puts between brackets and quotes. */
function quoted(text: string): string {
  return text.replace(/'/g, "'\\''").replace(/[[\]:]/g, "\\$&");
}

function zshSpecs(command: Command): string {
  const specs = optionsOf(command).flatMap((option) => {
    const choices = option.argChoices === undefined ? "" : `(${option.argChoices.join(" ")})`;
    const how = takesFile(option) ? "_files" : choices;
    const value = option.required ? `:${option.attributeName()}:${how}` : "";
    return namesOf(option).map((name) => `'${name}[${quoted(option.description)}]${value}'`);
  });
  const words = command.registeredArguments.map((argument) => {
    if (argument.variadic) return "'*::program:_normal'";
    if (FILES.test(argument.name())) return `':${argument.name()}:_files'`;
    return argument.argChoices ? `':${argument.name()}:(${argument.argChoices.join(" ")})'` : "";
  });
  return [...specs, ...words.slice(-1)].filter((spec) => spec !== "").join(" ");
}

function zshScript(program: Command): string {
  const described = program.commands.map(
    (command) => `    '${command.name()}:${quoted(command.description())}'`,
  );
  const arms = program.commands.map(
    (command) => `    ${command.name()}) _arguments -S ${zshSpecs(command)} ;;`,
  );
  return `#compdef tsinitctl
# Completion of tsinitctl for zsh: source <(tsinitctl completion zsh)
_tsinitctl() {
  local -a commands=(
${described.join("\n")}
  )
  local state line
  _arguments -C ${zshSpecs(program)} ':command:->command' '*::argument:->argument'
  case $state in
  command) _describe command commands ;;
  argument)
    case $words[1] in
${arms.join("\n")}
    esac ;;
  esac
}
if [ "$funcstack[1]" = _tsinitctl ]; then _tsinitctl "$@"; else compdef _tsinitctl tsinitctl; fi
`;
}

export function completionCommand(): Command {
  return new Command("completion")
    .description("a script that completes tsinitctl's words in your shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh"]))
    .addHelpText(
      "after",
      `
Examples:
  source <(tsinitctl completion bash)                         (in ~/.bashrc)
  tsinitctl completion zsh > ~/.zsh/_tsinitctl                (in a folder of $fpath)`,
    )
    .action((shell: string, _choices: unknown, command: Command) => {
      const program = command.parent as Command;
      process.stdout.write(shell === "bash" ? bashScript(program) : zshScript(program));
    });
}
