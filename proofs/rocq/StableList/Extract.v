(** The model as a program: tests/ports/rocq-stablelist, which the kit judges like any other list.

    Numbers and cells are extracted as they are defined here; no code in OCaml stands for one of them. *)
From Coq Require Import Extraction ExtrOcamlBasic.
From Lists Require Import Parameters Cells Container.
From Lists.StableList Require Import Model.

Definition proved_design {E : Type} : design E := stable_list.
Extraction "model.ml" lawful initial step layout costs proved_design.
