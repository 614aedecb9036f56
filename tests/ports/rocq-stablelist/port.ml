(* Speaks the port protocol (docs/port-protocol.md) for an extracted model. Reads words, writes words: every answer is what
   [step] returned, or what the state of the model shows. [System] has the name of the model. *)
open Model

(* --- Numbers ------------------------------------------------------------------------------------------------- *)

let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> (2 * of_positive p) + 1
let of_z = function Z0 -> 0 | Zpos p -> of_positive p | Zneg p -> -of_positive p
let rec positive n =
  if n = 1 then XH else if n land 1 = 0 then XO (positive (n lsr 1)) else XI (positive (n lsr 1))
let natural n = if n = 0 then N0 else Npos (positive n)
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

(* --- A program -------------------------------------------------------------------------------------------------- *)

type level = Contract | Layout | Cost

type program = {
  level : level;
  mutable list : int state;
  mutable insertions : int; (* how many insertions were tried: the next element *)
  keys : (int, z * z) Hashtbl.t; (* of those that succeeded *)
}

let lacking = (z (-1), z (-1)) (* no list has this key *)

(* The key that a word names: 3, #7.0, or 3~0.-8. *)
let key program word =
  let of_insertion n = Hashtbl.find_opt program.keys n in
  match (word.[0], String.contains word '~') with
  | '#', _ -> Scanf.sscanf word "#%d.%d" (fun index id -> (z index, z id))
  | _, false -> Option.value (of_insertion (int_of_string word)) ~default:lacking
  | _, true ->
      Scanf.sscanf word "%d~%d.%d" (fun n index id ->
          match of_insertion n with
          | None -> lacking
          | Some (i, d) -> (z (of_z i + index), z (of_z d + id)))

let operation program word =
  let key = key program and next = program.insertions in
  match String.split_on_char ':' word with
  | [ "add" ] | [ "insert_with" ] -> Some (Add next)
  | [ "extend"; n ] -> Some (Extend (List.init (int_of_string n) (fun i -> next + i)))
  | [ "remove"; k ] -> Some (Remove (key k))
  | [ "remove_many"; k; j ] -> Some (Remove_many (key k, key j))
  | [ "at"; k ] -> Some (At (key k))
  | [ "contains"; k ] -> Some (Contains (key k))
  | [ "key_at"; k ] -> Some (Key_at (key k))
  | [ "repack"; k ] -> Some (Repack (key k))
  | [ "replace"; k; e ] -> Some (Replace (key k, int_of_string e))
  | [ "at_mut"; k; d ] -> Some (At_mut (key k, ( + ) (int_of_string d)))
  | [ "each_mut"; d ] -> Some (Each_mut (( + ) (int_of_string d)))
  | [ "exchange"; k; j ] -> Some (Exchange (key k, key j))
  | [ "len" ] -> Some Length
  | [ "is_empty" ] -> Some Is_empty
  | [ "each" ] -> Some Each
  | [ "keys" ] -> Some Keys
  | [ "apply"; k ] | [ "inspect"; k ] -> Some (Apply (key k))
  | [ "traverse" ] -> Some Traverse
  | "lend" :: _ -> Some Lend
  | [ "clear" ] -> Some Clear
  | [ "drain" ] -> Some Drain
  | [ "retain"; m; r ] -> Some (Retain (fun e -> e mod int_of_string m = int_of_string r))
  | [ "reserve"; n ] -> Some (Reserve (natural (int_of_string n)))
  | [ "shrink_to_fit" ] -> Some Shrink_to_fit
  | [ "reload" ] -> Some Reload
  | _ -> None

(* How many insertions a word tries. *)
let tries = function Add _ -> 1 | Extend es -> List.length es | _ -> 0

(* --- Answers ------------------------------------------------------------------------------------------------- *)

let number n = string_of_int (of_z n)
let optional = function None -> "none" | Some e -> string_of_int e
let bracketed words = "[" ^ String.concat "," words ^ "]"
let total = List.fold_left ( + ) 0

let shown level answer =
  let contract = level = Contract in
  let key (index, id) = if contract then "ok" else number index ^ "." ^ number id in
  let entry (k, e) = if contract then string_of_int e else key k ^ "=" ^ string_of_int e in
  (* At level contract, lists are in ascending order. *)
  let ordered items = if contract then List.sort compare items else items in
  let elements es = bracketed (List.map string_of_int (ordered es)) in
  match answer with
  | Done -> "ok"
  | Full -> "!full"
  | Borrowed -> "!borrow"
  | Unable -> "!other"
  | Truth yes -> if yes then "yes" else "no"
  | Number n -> number n
  | Issued k -> key k
  | Issued_all ks -> bracketed (List.map key ks)
  | Found e -> optional e
  | Found_both (e, other) -> optional e ^ "/" ^ optional other
  | Found_at None | Pivot None | Exchanged None -> "none"
  | Found_at (Some x) -> entry x
  | Elements es -> elements es
  | Looked_up es -> bracketed (List.map optional (ordered es))
  | Entries xs -> if contract then elements (List.map snd xs) else bracketed (List.map entry xs)
  | Pivot (Some (e, view)) -> Printf.sprintf "%d/%d/%s" e (List.length view) (elements view)
  | Pivots lent ->
      let item (e, view) = (e, List.length view, total view) in
      let word (e, length, sum) = Printf.sprintf "%d/%d/%d" e length sum in
      bracketed (List.map word (ordered (List.map item lent)))
  | Exchanged (Some (e, other)) -> string_of_int e ^ "/" ^ optional other

let layout_word list =
  let (space, partitions), next_id = layout list in
  let joined separator numbers = String.concat separator (List.map number numbers) in
  let word (counts, free) = joined ":" counts ^ ":" ^ joined "," free in
  String.concat "|" ((number space :: List.map word partitions) @ [ number next_id ])

let cost_word list = String.concat "/" (List.map number (costs list))

let answer program word =
  match (word, operation program word) with
  | "layout", _ -> layout_word program.list
  | "cost", _ -> cost_word program.list
  | _, None -> "!other"
  | _, Some operation ->
      let after, answer = step proved_design program.list operation in
      let record i k = Hashtbl.replace program.keys (program.insertions + i) k in
      (match answer with Issued k -> record 0 k | Issued_all ks -> List.iteri record ks | _ -> ());
      program.list <- after;
      program.insertions <- program.insertions + tries operation;
      shown program.level answer

(* --- Lines -------------------------------------------------------------------------------------------------- *)

(* Each port is called after its system. *)
let handshake =
  let name = System.name in
  Printf.sprintf "port protocol=5 name=rocq-%s version=0 system=%s level=cost id_bits=0-64 index_bits=0,2-64" name name

(* The value of a parameter; a width of 0 is unbounded. *)
let options words =
  let value name default =
    let set word = match String.split_on_char '=' word with [ n; v ] when n = name -> Some v | _ -> None in
    Option.value (List.find_map set words) ~default in
  let int name default = z (int_of_string (value name default)) in
  let bounded name default = match int name default with Z0 -> None | n -> Some n in
  {
    minimum = int "minimum" "4";
    capacity = int "capacity" "0";
    truncate = (match value "truncate" "iteration" with "never" -> Never | "memory" -> Memory | _ -> Iteration);
    id_bits = bounded "id_bits" "32";
    index_bits = bounded "index_bits" "32";
    maximum = bounded "maximum" "0";
  }

let rec divided before = function
  | [] -> (List.rev before, [])
  | ":" :: operations -> (List.rev before, operations)
  | word :: rest -> divided (word :: before) rest

let answers line =
  match divided [] (String.split_on_char ' ' line) with
  | level :: words, operations ->
      let options = options words in
      let level = match level with "contract" -> Contract | "layout" -> Layout | _ -> Cost in
      if lawful options then
        let list = initial proved_design options in
        let program = { level; list; insertions = 0; keys = Hashtbl.create 16 } in
        List.map (answer program) operations
      else List.map (fun _ -> "!other") operations
  | [], _ -> []

(* A line without its end; a last line without one is incomplete, and ignored. *)
let rec read buffer =
  match input_char stdin with
  | '\n' -> Buffer.contents buffer
  | '\r' -> read buffer
  | c -> Buffer.add_char buffer c; read buffer

let () =
  try
    while true do
      match read (Buffer.create 256) with
      | "" -> ()
      | line when String.length line > 6 && String.sub line 0 6 = "hello " -> print_endline handshake
      | line -> print_endline (String.concat " " (answers line))
    done
  with End_of_file -> ()
